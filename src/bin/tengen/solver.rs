//! Solving one position: the searches for the goal, their progress, and the check of what they find.

use super::Failure;
use super::files::cannot_write;
use super::progress::Progress;
use super::solve_answer::{Answer, Goal, Task, Won};
use super::solve_reached::Reached;
use super::solve_state::StateFile;
use super::suite_command::NODES;
use anyhow::{Context, Error, Result, anyhow, bail};
use parking_lot::Mutex;
use std::path::Path;
use std::sync::Arc;
use tengen::board::{Color, Point, point_name, point_names};
use tengen::position::Position;
use tengen::proof::{Certificate, VerifyReport};
use tengen::rule::{completes_five, foul};
use tengen::solve::{
    Confirmed, Known, LONGEST, Means, Refused, Settled, Solution, Strategy, WinLimit, WinListener,
    WinProgress, WinResult, WinSettings, as_game, confirm, confirm_fours, confirm_spelled_out,
    find_win, solution,
};
use tengen::threat::{Length, SearchLimit};
use tengen::time::Clock;

/// Moves played to win by threats before a win of any kind is looked for after a reply.
const REPLY_NODES: u64 = 1_000_000;
/// Moves played between two looks at the clock, at first.
const CHUNK: u64 = 1_000_000;

/// The searches for one task.
pub struct Solver<'a> {
    task: &'a Task,
    strategy: Option<Strategy>,
    /// The decisions of a win with quiet moves, until the strategy has learnt them.
    win: Option<Certificate>,
    /// What it has come to.
    reached: Arc<Mutex<Reached>>,
}

impl Solver<'_> {
    pub fn new(task: &Task, reached: Arc<Mutex<Reached>>) -> Solver<'_> {
        Solver {
            task,
            strategy: None,
            win: None,
            reached,
        }
    }

    /// Takes over a win that is known.
    pub fn learn(&mut self, win: Certificate) {
        self.win = Some(win);
    }

    /// Answers the task.
    pub fn solve(&mut self, state: Option<&Path>) -> Result<Answer> {
        match self.task.attacker_moves() {
            true => {
                let mut progress = Progress::start();
                self.attack(&self.task.position, state, &mut Some(&mut progress))
            }
            false => self.defend(),
        }
    }

    /// The win as a tree, if it is worked out in so many nodes.
    pub fn solution(&mut self, won: &Won, nodes: u64) -> Option<Solution> {
        let (position, attacker) = (&self.task.position, self.task.attacker);
        solution(position, attacker, won.plies, self.strategy(), nodes)
    }

    /// The decisions of a win of any kind.
    pub fn certificate(&self) -> Option<&Certificate> {
        let learnt = || self.strategy.as_ref()?.certificate();
        self.win.as_ref().or_else(learnt)
    }

    /// Who knows the win.
    pub fn into_strategy(mut self) -> Strategy {
        self.strategy();
        match self.strategy {
            Some(strategy) => strategy,
            None => unreachable!("made just before"),
        }
    }

    fn strategy(&mut self) -> &mut Strategy {
        let (task, win) = (self.task, self.win.take());
        self.strategy.get_or_insert_with(|| {
            let settings = WinSettings {
                nodes: task.settings.nodes.min(NODES),
                ..task.settings
            };
            let mut strategy = Strategy::new(Means::Any, settings);
            win.iter().for_each(|win| strategy.learn(win));
            strategy
        })
    }

    /// The attacker to move.
    fn attack(
        &mut self,
        position: &Position,
        state: Option<&Path>,
        progress: &mut Option<&mut Progress>,
    ) -> Result<Answer> {
        let nodes = self.task.settings.nodes;
        match self.task.goal {
            Goal::Vcf => self.by(Means::Fours, position, nodes, progress),
            Goal::Shortest => self.by(Means::Threats, position, nodes, progress),
            Goal::Vct if !self.task.attacker_moves() => {
                self.by(Means::Threats, position, nodes, progress)
            }
            // Most replies lose to threats.
            Goal::Win if !self.task.attacker_moves() => {
                match self.by(Means::Any, position, nodes.min(REPLY_NODES), progress)? {
                    Answer::Won(won) => Ok(Answer::Won(won)),
                    _ => self.by_any_moves(position, state, progress),
                }
            }
            Goal::Vct => {
                let fours = self.by(Means::Fours, position, nodes, progress)?;
                if let Answer::Won(won) = fours {
                    return Ok(Answer::Won(won));
                }
                self.strategy = None;
                let threats = self.by(Means::Threats, position, nodes, progress)?;
                Ok(threats.after(fours))
            }
            Goal::Win => self.by_any_moves(position, state, progress),
        }
    }

    /// The defender to move: every reply must lose.
    fn defend(&mut self) -> Result<Answer> {
        let task = self.task;
        let mut position = task.position.clone();
        let size = position.board().size();
        let defender = position.turn();
        let clock = Clock::start();
        let told = |verdict: &str, reply, text: &str| {
            let reply = point_name(reply, size);
            format!("{verdict}: {} plays {reply}; {text}", defender.name())
        };
        let not = |text| {
            let (kind, plies) = (String::new(), None);
            Ok(Answer::Not { kind, plies, text })
        };
        let replies = ordered_replies(&position);
        if replies.is_empty() {
            let text = format!("not won: {} has no legal reply\n", defender.name());
            return not(text);
        }
        let spec = position.rule().spec();
        let makes_five = |&&reply: &&_| completes_five(position.board(), reply, defender, &spec);
        if let Some(&five) = replies.iter().find(makes_five) {
            return not(told("not won", five, "that is five\n"));
        }
        let mut progress = Progress::start();
        let mut confirmed = Confirmed::default();
        let mut plies = 0;
        for (number, &reply) in replies.iter().enumerate() {
            position.play(reply);
            let answer = self.attack(&position, None, &mut None)?;
            position.undo();
            match answer {
                Answer::Not { kind, plies, text } => {
                    let text = told(&format!("not won {kind}"), reply, &text);
                    return Ok(Answer::Not { kind, plies, text });
                }
                Answer::Unknown(text) => {
                    let text = told("unknown whether it is won", reply, &text);
                    return Ok(Answer::Unknown(text));
                }
                Answer::Won(won) => {
                    plies = plies.max(won.plies + 1);
                    confirmed.decisions += won.confirmed.decisions;
                    confirmed.leaves += won.confirmed.leaves;
                }
            }
            progress.tell(number + 1, replies.len(), || "replies lose".into());
            self.reached.lock().text = format!("{} of {} replies lose", number + 1, replies.len());
        }
        Ok(Answer::Won(Won {
            before: String::new(),
            text: format!(
                "{} wins against every reply within {plies} plies",
                task.attacker.name()
            ),
            plies,
            line: Vec::new(),
            effort: format!("{:.2} s", clock.elapsed().as_secs_f64()),
            confirmed,
        }))
    }

    /// By fours, or by fours and open threes.
    fn by(
        &mut self,
        means: Means,
        position: &Position,
        nodes: u64,
        progress: &mut Option<&mut Progress>,
    ) -> Result<Answer> {
        let kind = match means {
            Means::Fours => "by fours",
            Means::Threats | Means::Any => "by fours and open threes",
        };
        let (settings, most_plies) = (self.task.settings, self.task.plies);
        let (reached, is_whole) = (Arc::clone(&self.reached), self.task.attacker_moves());
        let most_nodes = nodes;
        let strategy = match means {
            Means::Any => self.strategy(),
            _ => self
                .strategy
                .get_or_insert_with(|| Strategy::new(means, settings)),
        };
        let mut position = position.clone();
        let (clock, before) = (Clock::start(), strategy.nodes());
        let length = deepen(
            strategy,
            &mut position,
            most_plies,
            nodes,
            &mut |nodes, text| {
                if let Some(progress) = progress {
                    let thousands = |nodes: u64| (nodes / 1000) as usize;
                    let text = || format!("thousand nodes at most; {text}");
                    progress.tell(thousands(nodes), thousands(most_nodes), text);
                }
                if is_whole {
                    reached.lock().text = format!("{nodes} nodes; {text}");
                }
            },
        );
        let effort = |strategy: &Strategy| {
            let seconds = clock.elapsed().as_secs_f64();
            format!("{} nodes, {seconds:.2} s", strategy.nodes() - before)
        };
        let told = |text: String| format!("{text} ({})\n", effort(strategy));
        Ok(match length {
            Length::Win(plies) => {
                let effort = effort(strategy);
                let checked = confirmed(strategy, &position, plies, nodes, progress)
                    .map_err(|refused| not_claimed(&refused, &position))?;
                let Checked {
                    confirmed,
                    plies,
                    is_of_kind,
                } = checked;
                // Where the checker's win is shorter, it is that which is told.
                let line = strategy.line(&mut position, plies);
                let text = match is_of_kind {
                    true => format!("won {kind} in {plies} plies"),
                    false => format!("won in {plies} plies"),
                };
                return Ok(Answer::Won(Won {
                    before: String::new(),
                    text,
                    plies,
                    line,
                    effort,
                    confirmed,
                }));
            }
            Length::NoWin => Answer::Not {
                kind: kind.into(),
                plies: None,
                text: told(format!("no win {kind}, of any length")),
            },
            Length::Unknown(SearchLimit::Plies(plies)) => Answer::Not {
                kind: format!("{kind} within {plies} plies"),
                plies: Some(plies),
                text: told(format!(
                    "no win {kind} within {plies} plies; longer ones unknown"
                )),
            },
            Length::Unknown(SearchLimit::Nodes(_)) => Answer::Unknown(told(format!(
                "unknown whether it is won {kind}: --nodes spent"
            ))),
        })
    }

    fn by_any_moves(
        &mut self,
        position: &Position,
        state: Option<&Path>,
        progress: &mut Option<&mut Progress>,
    ) -> Result<Answer> {
        let task = self.task;
        let start = as_game(position).context(
            "--goal win needs a position that a game leads to: colors that alternate, nothing blocked",
        );
        let start = start.map_err(Failure::usage)?;
        let board = position.board();
        let plies = task.plies.min(LONGEST);
        let last = board.stones() + plies.min(board.vacant());
        let certificate = Certificate::new(position.rule(), board.size(), start, last);
        let settled = match state {
            Some(path) => {
                let (state, settled) =
                    StateFile::open(path, &certificate).map_err(Failure::usage)?;
                super::say(&format!(
                    "{}: {} settled positions read\n",
                    path.display(),
                    settled.len()
                ));
                self.reached.lock().state = Some(state);
                settled
            }
            None => Vec::new(),
        };
        let clock = Clock::start();
        let mut watch = Watch {
            reached: &self.reached,
            is_whole: task.attacker_moves(),
            progress: progress.as_deref_mut(),
            budget: task.settings.nodes,
            last: WinProgress::default(),
        };
        // A strategy that is kept has half of the memory.
        let part = if self.strategy.is_some() { 3 } else { 1 };
        let settings = WinSettings {
            memory: task.settings.memory / part,
            ..task.settings
        };
        let known = Known {
            settled: &settled,
            like: &task.like,
        };
        let result = find_win(certificate, &settings, &known, &mut watch);
        let done = watch.last;
        let mut reached = self.reached.lock();
        let failed = reached.state.as_mut().and_then(|state| state.error.take());
        drop(reached);
        if let (Some(error), Some(path)) = (failed, state) {
            return Err(cannot_write(path, error));
        }
        let seconds = clock.elapsed().as_secs_f64();
        let effort = format!("{}, {seconds:.2} s", counts(&done));
        let text = match result {
            WinResult::Win(mut certificate) => {
                let confirmed = confirm_spelled_out(&mut certificate, &mut checking(progress))
                    .map_err(|refused| not_claimed(&refused, position))?;
                match &mut self.strategy {
                    Some(strategy) => strategy.learn(&certificate),
                    None => self.win = Some(certificate),
                }
                return Ok(Answer::Won(Won {
                    before: String::new(),
                    text: format!("won within {plies} plies"),
                    plies,
                    line: Vec::new(),
                    effort,
                    confirmed,
                }));
            }
            WinResult::NoWin => {
                return Ok(Answer::Not {
                    kind: format!("within {plies} plies"),
                    plies: Some(plies),
                    text: format!("no win of any kind within {plies} plies ({effort})\n"),
                });
            }
            WinResult::Unknown(WinLimit::Moves) => "none of the moves that were tried wins",
            WinResult::Unknown(WinLimit::Nodes) => "--nodes spent",
            WinResult::Unknown(WinLimit::Stopped) => bail!("the search was ended"),
        };
        Ok(Answer::Unknown(format!(
            "unknown whether it is won within {plies} plies: {text} ({effort})\n"
        )))
    }
}

/// Searches two plies deeper each time, and tells its nodes and what it knows.
fn deepen(
    strategy: &mut Strategy,
    position: &mut Position,
    most_plies: usize,
    budget: u64,
    listen: &mut dyn FnMut(u64, &str),
) -> Length {
    let before = strategy.nodes();
    let is_fours = strategy.means() == Means::Fours;
    let area = position.board().size().area();
    let (mut first, mut chunk) = (1, CHUNK);
    loop {
        let spent = strategy.nodes() - before;
        let share = chunk.min(budget.saturating_sub(spent));
        let plies = if is_fours { area } else { first };
        match strategy.search(position, first, plies, share) {
            Length::Unknown(SearchLimit::Plies(_)) if first + 2 > most_plies => {
                return Length::Unknown(SearchLimit::Plies(most_plies));
            }
            Length::Unknown(SearchLimit::Plies(_)) => first += 2,
            Length::Unknown(SearchLimit::Nodes(_)) if share < chunk => {
                return Length::Unknown(SearchLimit::Nodes(budget));
            }
            // What was settled is in the table, so that little is searched twice.
            Length::Unknown(SearchLimit::Nodes(_)) => chunk *= 2,
            known => return known,
        }
        let known = match is_fours {
            true => "by fours".into(),
            false => format!("no win within {} plies", first - 1),
        };
        listen(strategy.nodes() - before, &known);
    }
}

/// What the checker has seen.
struct Checked {
    confirmed: Confirmed,
    plies: usize,
    /// Whether the win is by the means that were asked for.
    is_of_kind: bool,
}

/// Puts a win before the checker: a win by fours as such, another's first move, and if that is not enough,
/// all its moves.
fn confirmed(
    strategy: &mut Strategy,
    position: &Position,
    plies: usize,
    nodes: u64,
    progress: &mut Option<&mut Progress>,
) -> Result<Checked, Refused> {
    let is_by_fours = strategy.means() == Means::Fours;
    let by_itself = match is_by_fours {
        true => confirm_fours(position, plies).map(|plies| (Confirmed::default(), plies)),
        false => {
            let first = strategy.attack(&mut position.clone(), plies);
            let first = first.map(|point| (position.board().history().to_vec(), point));
            let decisions: Vec<_> = first.into_iter().collect();
            let confirmed = confirm(position, &decisions, plies, &mut checking(progress));
            confirmed.map(|confirmed| (confirmed, plies))
        }
    };
    let refused = match by_itself {
        Ok((confirmed, plies)) => {
            return Ok(Checked {
                confirmed,
                plies,
                is_of_kind: true,
            });
        }
        Err(refused) => refused,
    };
    let turn = position.turn();
    let Some(solution) = solution(position, turn, plies, strategy, nodes) else {
        return Err(refused);
    };
    let plies = plies.max(solution.plies);
    let decisions = &solution.decisions;
    let confirmed = confirm(position, decisions, plies, &mut checking(progress))?;
    Ok(Checked {
        confirmed,
        plies,
        is_of_kind: !is_by_fours,
    })
}

fn not_claimed(refused: &Refused, position: &Position) -> Error {
    let after = match refused {
        Refused::Hole { moves, .. } => {
            format!(" after {}", point_names(moves, position.board().size()))
        }
        _ => String::new(),
    };
    anyhow!(
        "a win was found, but the checker does not confirm it, so it is not claimed: {refused}{after}"
    )
}

/// Tells how far the checker is.
fn checking<'a>(progress: &'a mut Option<&mut Progress>) -> impl FnMut(&VerifyReport) -> bool + 'a {
    move |report| {
        if let Some(progress) = progress {
            progress.tell(report.decisions, report.decisions, || {
                format!(
                    "decisions checked, {:.1} million nodes",
                    report.nodes as f64 / 1e6
                )
            });
        }
        true
    }
}

/// The legal replies by the plain rules, those that look best first.
fn ordered_replies(position: &Position) -> Vec<Point> {
    let (board, spec) = (position.board(), position.rule().spec());
    let has_fouls = spec.has_fouls(position.turn());
    let is_legal = |&point: &Point| !has_fouls || foul(board, point).is_none();
    let mut replies: Vec<Point> = board.empty_points().filter(is_legal).collect();
    let patterns = position.patterns();
    let near = patterns.near();
    let rank = |point: &Point| {
        let classes = Color::ALL.map(|color| patterns.class(*point, color));
        (classes.into_iter().max(), near.contains(*point))
    };
    replies.sort_by_key(|point| std::cmp::Reverse(rank(point)));
    replies
}

/// Keeps and tells what a search for any win does.
struct Watch<'a> {
    reached: &'a Mutex<Reached>,
    /// Whether the search is for the whole task, not for one reply.
    is_whole: bool,
    progress: Option<&'a mut Progress>,
    budget: u64,
    last: WinProgress,
}

impl WinListener for Watch<'_> {
    fn settled(&mut self, settled: &Settled) {
        let mut reached = self.reached.lock();
        reached.settled += 1;
        if let Some(state) = &mut reached.state {
            state.add(settled);
        }
    }

    fn goes_on(&mut self, done: &WinProgress) -> bool {
        self.last = *done;
        if let Some(progress) = &mut self.progress {
            let thousands = |nodes: u64| (nodes / 1000) as usize;
            progress.tell(thousands(done.nodes), thousands(self.budget), || {
                let effort = format!("effort {} of {}", done.effort + 1, WinProgress::EFFORTS);
                format!(
                    "thousand nodes at most; {effort}, {}; at least {} to be won or {} to be held, \
                     {} plies deep",
                    counts(done),
                    done.proof,
                    done.disproof,
                    done.seldepth
                )
            });
        }
        let mut reached = self.reached.lock();
        if self.is_whole {
            reached.text = format!("{} nodes, {} won", done.nodes, done.won);
        }
        let state = reached.state.as_ref();
        state.is_none_or(|state| state.error.is_none())
    }
}

fn counts(done: &WinProgress) -> String {
    format!(
        "{} nodes, {} positions settled, {} won",
        done.nodes, done.settled, done.won
    )
}
