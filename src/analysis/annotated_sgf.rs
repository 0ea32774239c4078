//! Reviews written into SGF files: remarks, marks and better variations beside all that the file has.

use super::answer_text::counted;
use super::questions::{Assessment, Grade, ProvenFact, ProvenWhat, ReviewedMove};
use crate::board::{Point, Size, parse_point};
use crate::record::{NodeId, SgfFile, SgfId, sgf_color, sgf_point};
use std::iter::successors;

/// The most moves of a variation that is added.
const VARIATION: usize = 12;

/// Writes a review into a game of a file: to each move a comment, to a dubious one a mark (`DO`, `BM`), and the better
/// variation beside it. Nothing that the file had is taken away.
///
/// # Panics
/// If the file has no such game, or the game no such moves.
pub fn annotate(file: &mut SgfFile, game: usize, moves: &[ReviewedMove]) {
    let tree = &file.games[game].tree;
    let size = tree.size();
    let main_line = successors(Some(NodeId::ROOT), |&id| tree.children(id).next());
    let nodes: Vec<SgfId> = main_line.map(|id| file.node(game, id)).collect();
    for reviewed in moves {
        let (node, before) = (nodes[reviewed.number], nodes[reviewed.number - 1]);
        add_comment(file, node, &remark(reviewed));
        let mark = match reviewed.grade {
            Grade::Best | Grade::Good => None,
            Grade::Inaccuracy => Some(("DO", "")),
            Grade::Mistake => Some(("BM", "1")),
            Grade::Blunder => Some(("BM", "2")),
        };
        if let Some((name, value)) = mark {
            if file.text.texts(node, name).next().is_none() {
                file.text.set(node, name, value);
            }
            // Moves of an opening may share a node: beside it there is no room for another.
            if before != node {
                add_variation(file, before, reviewed, size);
            }
        }
    }
}

fn add_comment(file: &mut SgfFile, node: SgfId, remark: &str) {
    let earlier: Vec<String> = file.text.texts(node, "C").collect();
    let earlier = earlier.join("\n");
    if !earlier.contains(remark) {
        let all = format!("{earlier}\n\n{remark}");
        file.text.set(node, "C", all.trim_start());
    }
}

fn add_variation(file: &mut SgfFile, before: SgfId, reviewed: &ReviewedMove, size: Size) {
    let line = reviewed.best_line.iter().take(VARIATION);
    let points: Vec<Point> = line.flat_map(|name| parse_point(name, size)).collect();
    let mut color = match reviewed.color {
        "black" => crate::board::Color::Black,
        _ => crate::board::Color::White,
    };
    let mut node = before;
    for point in points {
        let (name, value) = (sgf_color(color), sgf_point(point));
        let text = &file.text;
        let plays = |&child: &SgfId| text.texts(child, name).any(|found| found == value);
        let there = text.children(node).find(plays);
        node = there.unwrap_or_else(|| {
            let child = file.text.add_child(node);
            file.text.set(child, name, &value);
            child
        });
        color = !color;
    }
}

/// A reviewed move in words, a line each for the grade and for what is proven.
pub fn remark(reviewed: &ReviewedMove) -> String {
    let before = expectation(&reviewed.before);
    let after = expectation(&reviewed.after);
    let mut lines = vec![match reviewed.grade {
        Grade::Best => format!("best: {after}"),
        grade => {
            let better = reviewed.best_line.iter().take(VARIATION);
            let better: Vec<&str> = better.map(String::as_str).collect();
            let (name, better) = (grade.name(), better.join(" "));
            format!("{name}: {after} after {before}; better {better}")
        }
    }];
    lines.extend(reviewed.proven.iter().map(proven));
    lines.join("\n")
}

fn expectation(value: &Assessment) -> String {
    match (value.win_in, value.loss_in) {
        (Some(plies), _) => format!("win in {plies}"),
        (_, Some(plies)) => format!("loss in {plies}"),
        _ => format!("{:.1} %", 100.0 * value.expected_result()),
    }
}

fn proven(fact: &ProvenFact) -> String {
    let plies = counted(fact.plies as usize, "ply", "plies");
    let line = fact.line.join(" ");
    match fact.what {
        ProvenWhat::Wins => format!("proven: wins in {plies}, {line}"),
        ProvenWhat::MissedWin => format!("proven: missed a win in {plies}, {line}"),
        ProvenWhat::Loses => format!("proven: loses in {plies}, {line}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{ReviewTask, Reviewer};
    use crate::position::Position;
    use crate::record::parse_sgf;
    use crate::rule::Rule;
    use crate::time::Limits;

    /// Black leaves its five alone at move 9; what stood in the file still stands there.
    #[test]
    fn remarks_stand_beside_what_a_file_had() {
        let text = "(;GM[4]SZ[15]ZZ[a][b];B[hh];W[hg];B[ih];W[ig];B[jh];W[jg];B[kh];W[kg]\
            (;B[oa]C[why?];W[lg])(;B[gh]C[here];W[aa]))";
        let mut file = parse_sgf(text.as_bytes()).unwrap();
        let moves: Vec<Point> = file.games[0].moves().unwrap();
        let start = Position::empty(Rule::Standard, Size::FIFTEEN);
        let task = ReviewTask {
            start: &start,
            moves: &moves,
            first: 8,
            limits: Limits {
                nodes: Some(1000),
                ..Limits::default()
            },
        };
        let mut reviewed = Vec::new();
        let mut reviewer = Reviewer::new(0);
        reviewer
            .review(&task, &mut |each| reviewed.push(each))
            .unwrap();
        assert_eq!(reviewed.len(), 2);
        for _ in 0..2 {
            annotate(&mut file, 0, &reviewed);
            let written = file.text.to_string();
            assert!(written.contains("ZZ[a][b]"), "{written}");
            let blunder = "B[oa]C[why?\n\nblunder: loss in 2 after win in 1; better g8\nproven: missed a win in 1 ply, g8\n\
                proven: loses in 2 plies, o15 l9]BM[2]";
            assert!(written.contains(blunder), "{written}");
            assert!(written.contains("B[gh]C[here]"), "{written}");
            assert_eq!(written.matches("B[gh]").count(), 1, "{written}");
        }
    }
}
