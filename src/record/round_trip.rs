//! Whatever Tengen writes, it reads back as the same: random games, trees and positions through every format.

#[cfg(test)]
mod tests {
    use crate::board::{Board, Color, Point, Size, point_names, stones_in_turn};
    use crate::proof::Certificate;
    use crate::record::*;
    use crate::rule::Rule;
    use rand::seq::SliceRandom;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    type Random = Xoshiro256PlusPlus;
    const ROUNDS: u64 = 60;

    fn each_round(mut test: impl FnMut(&mut Random)) {
        (0..ROUNDS).for_each(|seed| test(&mut Random::seed_from_u64(seed)));
    }

    fn size(rng: &mut Random) -> Size {
        Size::new(rng.random_range(5..=22)).unwrap()
    }

    fn rule(rng: &mut Random) -> Rule {
        Rule::ALL[rng.random_range(0..Rule::ALL.len())]
    }

    /// Different points in no order.
    fn points(rng: &mut Random, size: Size) -> Vec<Point> {
        let mut points: Vec<Point> = size.points().collect();
        points.shuffle(rng);
        points.truncate(rng.random_range(0..=size.area()));
        points
    }

    /// Words with all that formats use for themselves; lines do not begin or end with a blank.
    fn words(rng: &mut Random) -> String {
        let marks: Vec<char> = "ab]\\[;:(){}\"'é中あ,.0 ".chars().collect();
        let mut line = || {
            let length = rng.random_range(0..8);
            let line: String = (0..length)
                .map(|_| marks[rng.random_range(0..marks.len())])
                .collect();
            line.trim().to_string()
        };
        let lines = [line(), line()].join("\n");
        lines.trim().to_string()
    }

    /// A tree with passes, comments and labels.
    fn tree(rng: &mut Random, size: Size, first: Color) -> Variations {
        let mut tree = Variations::with_first(size, first);
        let all: Vec<Point> = size.points().collect();
        let mut ids = vec![NodeId::ROOT];
        for _ in 0..rng.random_range(0..120) {
            let parent = ids[ids.len() - 1 - rng.random_range(0..ids.len().min(9))];
            let point = all[rng.random_range(0..all.len())];
            let comment = if rng.random_bool(0.3) {
                words(rng)
            } else {
                String::new()
            };
            let id = tree.add(parent, rng.random_bool(0.9).then_some(point), &comment);
            if rng.random_bool(0.2) {
                let label = words(rng).replace('\n', " ");
                tree.put_label(id, all[rng.random_range(0..all.len())], label.trim());
            }
            ids.push(id);
        }
        tree
    }

    #[test]
    fn trees_as_sgf() {
        each_round(|rng| {
            let (size, rule) = (size(rng), rule(rng));
            let first = Color::ALL[rng.random_range(0..2)];
            let tree = tree(rng, size, first);
            let text = write_sgf(&tree, rule.name(), &words(rng));
            let file = parse_sgf(text.as_bytes()).unwrap();
            assert_eq!(file.text.to_string(), text);
            let [game] = &file.games[..] else {
                panic!("{} games", file.games.len())
            };
            assert_eq!((&game.tree, game.rule), (&tree, Some(rule)), "{text}");
            assert_eq!((file.notes, game.start.stones()), (vec![], 0));
        });
    }

    #[test]
    fn trees_as_renlib() {
        each_round(|rng| {
            let tree = tree(rng, Size::FIFTEEN, Color::Black);
            let game = parse_renlib(&write_renlib(&tree).unwrap()).unwrap();
            assert_eq!(game.tree, tree);
            assert_eq!(game.notes, [""; 0]);
        });
    }

    #[test]
    fn games_as_sgf() {
        each_round(|rng| {
            let size = size(rng);
            let moves = points(rng, size)
                .into_iter()
                .map(|point| (point, words(rng)));
            let game = SgfGame {
                size,
                moves: moves.collect(),
                rule: rule(rng).name().into(),
                name: words(rng),
                names: [words(rng), words(rng)],
                result: "B+1".into(),
                comment: words(rng),
            };
            let text = game.to_string();
            for name in ["PB[]", "PW[]", "GN[]", "GC[]"] {
                assert!(!text.contains(name), "{text}");
            }
            let file = parse_sgf(text.as_bytes()).unwrap();
            let root = file.text.games()[0];
            // What is empty is not written.
            let told = |name: &str| file.text.texts(root, name).next().unwrap_or_default();
            assert_eq!(
                ["PB", "PW", "GN", "GC"].map(told),
                [
                    game.names[0].clone(),
                    game.names[1].clone(),
                    game.name.clone(),
                    game.comment.clone(),
                ]
            );
            let tree = &file.games[0].tree;
            let read = tree.pre_order().skip(1);
            let read = read.map(|id| (tree.point(id).unwrap(), tree.comment(id).to_string()));
            assert_eq!(read.collect::<Vec<_>>(), game.moves);
        });
    }

    #[test]
    fn games_as_psq() {
        each_round(|rng| {
            let size = size(rng);
            let ms = rng.random_range(0..100_000);
            let moves = points(rng, size)
                .into_iter()
                .map(|point| PsqMove { point, ms });
            let game = PsqGame {
                size,
                moves: moves.collect(),
                names: [
                    words(rng).replace('\n', " "),
                    words(rng).replace('\n', "0,0,0"),
                ],
                end_code: rng.random_range(-1..9),
                rule: Rule::ALL.get(rng.random_range(0..9)).copied(),
            };
            assert_eq!(
                PsqGame::parse(&game.to_string()).as_ref(),
                Ok(&game),
                "{game}"
            );
            let file = read_game_file(game.to_string().as_bytes(), "x", None, None).unwrap();
            let moves: Vec<Point> = game.moves.iter().map(|played| played.point).collect();
            assert_eq!(file.games[0].moves(), Ok(moves));
        });
    }

    #[test]
    fn openings_and_lists_of_moves() {
        each_round(|rng| {
            let size = size(rng);
            let points = points(rng, size);
            for name in ["offset", "pos", "pos-from-top"] {
                let format: OpeningFormat = name.parse().unwrap();
                let line = format.write(&points, size);
                assert_eq!(format.parse(&line, size).as_ref(), Some(&points));
                if !points.is_empty() {
                    let format = Some(name.parse().unwrap());
                    let file = read_game_text(&line, format, Some(size)).unwrap();
                    assert_eq!(file.games[0].moves().as_ref(), Ok(&points));
                }
            }
            let text = point_names(&points, size);
            let file = read_game_text(&text, None, Some(size)).unwrap();
            assert_eq!(file.games[0].moves(), Ok(points));
        });
    }

    #[test]
    fn boards_as_drawings_and_puzzles() {
        each_round(|rng| {
            let size = size(rng);
            let mut board = Board::new(size);
            for point in points(rng, size) {
                board.put(point, Color::ALL[rng.random_range(0..2)]);
            }
            let line = write_puzzle("x-1", rule(rng), &board, Color::Black, &[Expected::Beyond]);
            let puzzle = parse_puzzle(&line).unwrap();
            assert_eq!(puzzle.board.key(puzzle.turn), board.key(Color::Black));
            let empty: Vec<Point> = board.empty_points().collect();
            empty
                .iter()
                .step_by(7)
                .for_each(|&point| board.block(point));
            let read = read_diagram(&board.to_string()).unwrap().board;
            assert_eq!(read.to_string(), board.to_string());
            assert_eq!(read.key(Color::Black), board.key(Color::Black));
            let file = read_game_text(&board.to_string(), None, None).unwrap();
            assert_eq!(
                file.games[0].start.key(Color::Black),
                board.key(Color::Black)
            );
        });
    }

    /// Decisions on random lines after a random start.
    #[test]
    fn certificates_as_lines_and_bytes() {
        each_round(|rng| {
            let (size, rule) = (size(rng), rule(rng));
            let mut start = points(rng, size);
            start.truncate(rng.random_range(0..5));
            let mut certificate = Certificate::new(rule, size, start.clone(), 30);
            for _ in 0..5 {
                let mut board = Board::with_stones(size, stones_in_turn(certificate.start()));
                for _ in 0..4 {
                    let empty: Vec<Point> = board.empty_points().collect();
                    let mut any = || empty[rng.random_range(0..empty.len())];
                    let (attack, reply) = (any(), any());
                    let known = certificate.decision(board.history());
                    let attack = known.unwrap_or(attack);
                    certificate.decide(board.history(), attack);
                    board.put(attack, certificate.attacker());
                    if attack == reply {
                        break;
                    }
                    board.put(reply, !certificate.attacker());
                }
            }
            let text = certificate.to_string();
            let mut read = Certificate::new(Rule::Freestyle, Size::FIFTEEN, Vec::new(), 35);
            assert_eq!(read.read_lines(&text), Ok(0), "{text}");
            assert_eq!(read.to_string(), text);
            let bytes = certificate.to_bytes();
            assert_eq!(bytes.is_some(), size <= Size::FIFTEEN);
            if let Some(bytes) = bytes {
                let read = Certificate::from_bytes(&bytes).unwrap();
                assert_eq!(read.to_string(), text);
            }
        });
    }
}
