//! SGF files as other programs write them: `tengen review --sgf` keeps everything that was in them.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;
use std::process::Command;
use tengen::record::{SgfFile, SgfId, SgfTree, parse_sgf};

/// What stands before the moves, as different programs begin.
const HEADS: [(&str, &str); 10] = [
    ("plain", "(;FF[4]GM[4]SZ[15]"),
    (
        "server",
        "(;FF[4]GM[4]SZ[15]PB[ann]PW[bob]BR[1800]WR[1750]RE[W+Time]TM[300]OT[5]DT[2016-02-29]PC[https\\://example.org/x]RU[renju]GN[a game]",
    ),
    ("colon", "(;FF[4]GM[4]SZ[15:15]AP[Tables:1.0]KM[0]HA[0]"),
    (
        "old",
        "(;FileFormat[3]GaMe[4]SiZe[15]VieW[]PlayerBlack[ann]",
    ),
    ("nothing", "(;SZ[15]"),
    (
        "lines",
        "\u{feff}(\r\n;\r\nFF[4]\r\nGM[4]\r\nSZ[15]\r\nGC[two\r\nlines]\r\n",
    ),
    (
        "unknown",
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]XX[a][b][]ST[2]KGSDE[1]MULTIGOGM[1]EV[\u{4e94}\u{5b50}\u{68cb}]",
    ),
    (
        "analysis",
        "(;FF[4]GM[4]SZ[15]AP[Lizzie: 0.7]C[info move hh visits 10\nwinrate 51.2 pv hh ig]LZ[0.7 51.2 10\nmove hh]",
    ),
    (
        "spaces",
        "Some text before. ( ; FF [4] GM [4] SZ [ 15 ] US [ann] SO [a book] AN[x] CP[y]",
    ),
    (
        "notes",
        "(;FF[4]GM[4]SZ[15]N[root]C[Brackets \\[a\\] and \\\\ and \\: and a soft\\\nbreak]GW[1]",
    ),
];

/// Moves, as different programs go on; `)` ends the game.
const BODIES: [(&str, &str); 5] = [
    ("moves", ";B[hh];W[ig];B[ih];W[jh];B[gh])"),
    (
        "variations",
        ";B[hh]C[The centre.](;W[ig]N[main];B[ih]C[five \\] brackets];W[jh])(;W[hg]C[better?];B[ih](;W[ii])(;W[jj]C[\u{e9}])))",
    ),
    (
        "marks",
        ";B[hh]LB[hh:1][ig:a\\:b]TR[hg][gh];W[ig]CR[hh]SQ[ii]MA[jj]SL[kk]DD[aa:cc]VW[]AR[hh:ig]LN[aa:cc];B[ih]FG[257:x]PM[1]MN[3])",
    ),
    (
        "judged",
        ";B[hh]BL[299.5]OB[5];W[ig]WL[298]DO[];B[ih]BM[2]C[bad]V[-3.5];W[jh]TE[1]GB[1]HO[2]IT[];B[gh]KO[]DM[1]UC[1])",
    ),
    ("passes", ";B[hh]ZZ[1][2];W[ig]zz[a];B[];W[])"),
];

fn bytes_of(name: &str, text: &str) -> Vec<u8> {
    match name {
        // Latin-1, as it says.
        "old" => {
            let text = text.replacen(";", ";CA[ISO-8859-1]", 1);
            text.chars()
                .map(|c| u8::try_from(u32::from(c)).unwrap())
                .collect()
        }
        _ => text.as_bytes().to_vec(),
    }
}

/// Every property of a node and of those after it is in the written tree: comments may have gone on.
fn is_kept(had: &SgfTree, node: SgfId, written: &SgfTree, copy: SgfId, place: &str) {
    for property in had.properties(node) {
        let name = &property.name;
        let texts = |tree: &SgfTree, id| tree.texts(id, name).collect::<Vec<_>>();
        let (wanted, found) = (texts(had, node), texts(written, copy));
        let is_there = match name.as_str() {
            "C" => found.len() == 1 && found[0].starts_with(&wanted.join("\n")),
            _ => found == wanted,
        };
        assert!(is_there, "{place}: {name}{wanted:?} is {found:?}");
    }
    let copies: Vec<SgfId> = written.children(copy).collect();
    for (index, child) in had.children(node).enumerate() {
        is_kept(had, child, written, copies[index], place);
    }
}

/// The values in brackets, without a parser of the program's: those of one line, as they stand.
fn values(text: &str) -> Vec<&str> {
    let mut values = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let inside = &rest[start + 1..];
        let mut is_escaped = false;
        let end = inside.char_indices().find(|&(_, c)| {
            let is_end = c == ']' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        });
        let end = end.unwrap().0;
        values.push(&inside[..end]);
        rest = &inside[end..];
    }
    values.retain(|value| !value.contains(['\n', '\r', '\\']));
    values
}

fn read(path: &Path) -> SgfFile {
    parse_sgf(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn fifty_files_of_other_programs_are_reviewed_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (games, out) = (folder.path().join("games"), folder.path().join("out"));
    std::fs::create_dir(&games).unwrap();
    for (head, start) in HEADS {
        for (body, moves) in BODIES {
            let text = format!("{start}{moves}");
            let path = games.join(format!("{head}-{body}.sgf"));
            std::fs::write(path, bytes_of(head, &text)).unwrap();
        }
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["review", "--nodes", "300", "--rule", "freestyle"]);
    let output = command.arg(&games).arg("--sgf").arg(&out).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let mut remarks = 0;
    for (head, start) in HEADS {
        for (body, moves) in BODIES {
            let name = format!("{head}-{body}.sgf");
            let (had, written) = (read(&games.join(&name)), read(&out.join(&name)));
            assert_eq!(had.games.len(), written.games.len());
            let pairs = had.text.games().iter().zip(written.text.games());
            pairs.for_each(|(&had_root, &root)| {
                is_kept(&had.text, had_root, &written.text, root, &name);
            });
            let text = std::fs::read_to_string(out.join(&name)).unwrap();
            for value in values(&format!("{start}{moves}")) {
                assert!(
                    text.contains(&format!("[{value}")),
                    "{name}: [{value}] in {text}"
                );
            }
            remarks += usize::from(text.contains("best: ") || text.contains("good: "));
        }
    }
    assert_eq!(remarks, HEADS.len() * BODIES.len());
}
