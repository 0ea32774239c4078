//! Solves one position: runs the searches for the goal, and has the checker confirm what they find.
//!
//! Reports progress to a [`SolveListener`]; it prints and stores nothing.

use super::answer::{
    Answer, Defence, FailedSearch, NoWin, SearchEffort, SearchOutcome, Win, WinClaim,
};
use super::claim::{Confirmed, Refused, confirm, confirm_fours};
use super::dfpn::find_win;
use super::progress::{SolveListener, SolveProgress};
use super::solution::{Solution, solution};
use super::spell_out::confirm_spelled_out;
use super::strategy::{Means, Strategy};
use super::task::{Goal, SolveTask, empty_certificate};
use super::win::{
    PriorKnowledge, SettledPosition, WinLimit, WinListener, WinProgress, WinResult, WinSettings,
};
use crate::board::{Color, Point};
use crate::position::Position;
use crate::proof::{Certificate, VerifyReport};
use crate::rule::{check_stone, completes_five};
use crate::threat::{Length, SearchLimit};
use crate::time::Clock;
use thiserror::Error;

/// Nodes of the VCT search after a reply, before any win is searched there.
const REPLY_NODES: u64 = 1_000_000;
/// Nodes of the first slice of a VCF or VCT search; the listener is called after each slice.
const SLICE_NODES: u64 = 1_000_000;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The checker does not confirm the win that a search found. A fault of the search, or a win too hard for the checker.
    #[error(
        "a win was found, but the checker does not confirm it, so it is not claimed: {refused}{place}"
    )]
    NotConfirmed {
        /// What the checker says.
        refused: Refused,
        /// ` after h8 i9 ..`, or empty.
        place: String,
    },
    /// A search for any win needs a certificate, and certificates start from games.
    #[error(
        "a win by any moves needs a position that a game leads to: colors that alternate, nothing blocked"
    )]
    NoGame,
    /// The listener stopped it.
    #[error("the search was stopped")]
    Stopped,
}

/// The searches for one task, and the wins that they have found.
///
/// ```
/// use tengen::board::{Size, parse_points};
/// use tengen::position::Position;
/// use tengen::rule::Rule;
/// use tengen::solve::{Answer, Goal, SolveTask, Solver};
///
/// // Black has an open three.
/// let mut position = Position::empty(Rule::Freestyle, Size::FIFTEEN);
/// position.play_line(&parse_points("h8 a1 i8 a15 j8 o1", Size::FIFTEEN)?);
/// let task = SolveTask::new(position, Goal::Vcf);
/// let Answer::Won(win) = Solver::new(&task).solve(&[], &mut ())? else {
///     panic!("not won");
/// };
/// assert_eq!((win.plies, win.line.len()), (3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a> {
    task: &'a SolveTask,
    strategy: Option<Strategy>,
    /// The decisions of a win by any moves, until the strategy has learnt them.
    win: Option<Certificate>,
}

impl Solver<'_> {
    /// Makes a solver without knowledge.
    pub fn new(task: &SolveTask) -> Solver<'_> {
        Solver {
            task,
            strategy: None,
            win: None,
        }
    }

    /// Takes over a known win of the task's position.
    pub fn learn(&mut self, win: Certificate) {
        self.win = Some(win);
    }

    /// Answers the task. `settled` are positions that an earlier search for any win has settled.
    ///
    /// # Errors
    /// [`SolveError`]: no game leads to the position, a win is not confirmed, or the listener stopped it.
    pub fn solve(
        &mut self,
        settled: &[SettledPosition],
        listener: &mut dyn SolveListener,
    ) -> Result<Answer, SolveError> {
        match self.task.attacker_moves() {
            true => self.attack(&self.task.position, settled, listener),
            false => self.defend(listener),
        }
    }

    /// The win as a tree, with at most `nodes` nodes of search. `None` if that is too few, or if the tree has
    /// too many moves.
    pub fn solution(&mut self, win: &Win, nodes: u64) -> Option<Solution> {
        let (position, attacker) = (&self.task.position, self.task.attacker);
        solution(position, attacker, win.plies, self.strategy(), nodes)
    }

    /// The decisions of a win by any moves, if one was found or learnt.
    pub fn certificate(&self) -> Option<&Certificate> {
        let learnt = || self.strategy.as_ref()?.certificate();
        self.win.as_ref().or_else(learnt)
    }

    /// The strategy that knows the win.
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
                nodes: task.settings.nodes.min(SolveTask::THREAT_NODES),
                ..task.settings
            };
            let mut strategy = Strategy::new(Means::Any, settings);
            win.iter().for_each(|win| strategy.learn(win));
            strategy
        })
    }

    /// Searches a position in which the attacker moves.
    fn attack(
        &mut self,
        position: &Position,
        settled: &[SettledPosition],
        listener: &mut dyn SolveListener,
    ) -> Result<Answer, SolveError> {
        let nodes = self.task.settings.nodes;
        let is_reply = !self.task.attacker_moves();
        match self.task.goal {
            Goal::Vcf => self.by_threats(Means::Vcf, position, nodes, listener),
            Goal::Shortest => self.by_threats(Means::Vct, position, nodes, listener),
            Goal::Vct if is_reply => self.by_threats(Means::Vct, position, nodes, listener),
            Goal::Vct => {
                let vcf = self.by_threats(Means::Vcf, position, nodes, listener)?;
                let (Answer::NotWon(before) | Answer::Unknown(before)) = vcf else {
                    return Ok(vcf);
                };
                self.strategy = None;
                let vct = self.by_threats(Means::Vct, position, nodes, listener)?;
                Ok(after(before.searches, vct))
            }
            // Most replies lose to a VCT.
            Goal::Win if is_reply => {
                let nodes = nodes.min(REPLY_NODES);
                match self.by_threats(Means::Any, position, nodes, listener)? {
                    Answer::Won(win) => Ok(Answer::Won(win)),
                    _ => self.by_any_moves(position, settled, listener),
                }
            }
            Goal::Win => self.by_any_moves(position, settled, listener),
        }
    }

    /// Searches a position in which the defender moves: every reply must lose.
    fn defend(&mut self, listener: &mut dyn SolveListener) -> Result<Answer, SolveError> {
        let clock = Clock::start();
        let mut position = self.task.position.clone();
        let defender = position.turn();
        let replies = ordered_replies(&position);
        let spec = position.rule().spec();
        let makes_five = |&&reply: &&_| completes_five(position.board(), reply, defender, &spec);
        let five = replies.iter().find(makes_five);
        let saved = five.map(|&five| Defence::Five(five));
        let saved = saved.or_else(|| replies.is_empty().then_some(Defence::NoLegalReply));
        if saved.is_some() {
            return Ok(Answer::NotWon(NoWin {
                defence: saved,
                searches: Vec::new(),
            }));
        }
        let mut win = Win {
            claim: WinClaim::EveryReply,
            plies: 0,
            line: Vec::new(),
            effort: SearchEffort::default(),
            confirmed: Confirmed::default(),
            failed: Vec::new(),
        };
        let mut in_reply = InReply(listener);
        for (index, &reply) in replies.iter().enumerate() {
            position.play(reply);
            let answer = self.attack(&position, &[], &mut in_reply)?;
            position.undo();
            let after_reply = |none| NoWin {
                defence: Some(Defence::Reply(reply)),
                ..none
            };
            let lost = match answer {
                Answer::NotWon(none) => return Ok(Answer::NotWon(after_reply(none))),
                Answer::Unknown(none) => return Ok(Answer::Unknown(after_reply(none))),
                Answer::Won(lost) => lost,
            };
            win.plies = win.plies.max(lost.plies + 1);
            win.effort.nodes += lost.effort.nodes;
            win.confirmed.decisions += lost.confirmed.decisions;
            win.confirmed.leaves += lost.confirmed.leaves;
            let (lost, all) = (index + 1, replies.len());
            listen(in_reply.0, &SolveProgress::Replies { lost, all })?;
        }
        win.effort.elapsed = clock.elapsed();
        Ok(Answer::Won(win))
    }

    /// Searches a VCF, or else a VCT; with `Means::Any` a VCT by the strategy that knows other wins, too.
    fn by_threats(
        &mut self,
        means: Means,
        position: &Position,
        nodes: u64,
        listener: &mut dyn SolveListener,
    ) -> Result<Answer, SolveError> {
        let (settings, most_plies) = (self.task.settings, self.task.plies);
        let strategy = match means {
            Means::Any => self.strategy(),
            Means::Vcf | Means::Vct => self
                .strategy
                .get_or_insert_with(|| Strategy::new(means, settings)),
        };
        let means = match means {
            Means::Vcf => Means::Vcf,
            Means::Vct | Means::Any => Means::Vct,
        };
        let mut position = position.clone();
        let (clock, before) = (Clock::start(), strategy.nodes());
        let length = deepen(strategy, &mut position, most_plies, nodes, listener)?;
        let effort = SearchEffort {
            nodes: strategy.nodes() - before,
            positions: None,
            elapsed: clock.elapsed(),
        };
        let failed = |outcome, plies| {
            Answer::of_failed(vec![FailedSearch {
                means,
                plies,
                outcome,
                effort,
            }])
        };
        Ok(match length {
            Length::NoWin => failed(SearchOutcome::NoWin, most_plies),
            Length::Unknown(SearchLimit::Plies(plies)) => failed(SearchOutcome::NoWinWithin, plies),
            Length::Unknown(SearchLimit::Nodes(_)) => failed(SearchOutcome::OutOfNodes, most_plies),
            Length::Win(plies) => {
                let checked = confirmed(strategy, &position, plies, nodes, listener)?;
                Answer::Won(Win {
                    claim: match checked.is_of_kind {
                        true => WinClaim::In(means),
                        false => WinClaim::InByAny,
                    },
                    plies: checked.plies,
                    // Where the checker's win is shorter, the line is of that length.
                    line: strategy.line(&mut position, checked.plies),
                    effort,
                    confirmed: checked.confirmed,
                    failed: Vec::new(),
                })
            }
        })
    }

    /// Searches a win by any moves.
    fn by_any_moves(
        &mut self,
        position: &Position,
        settled: &[SettledPosition],
        listener: &mut dyn SolveListener,
    ) -> Result<Answer, SolveError> {
        let task = self.task;
        let certificate = empty_certificate(position, task.plies).ok_or(SolveError::NoGame)?;
        let clock = Clock::start();
        let mut forward = Forward {
            listener,
            most_nodes: task.settings.nodes,
            last: WinProgress::default(),
        };
        // A strategy that is kept has the rest of the memory.
        let part = if self.strategy.is_some() { 3 } else { 1 };
        let settings = WinSettings {
            memory: task.settings.memory / part,
            ..task.settings
        };
        let known = PriorKnowledge {
            settled,
            like: &task.hints,
        };
        let result = find_win(certificate, &settings, &known, &mut forward);
        let done = forward.last;
        let effort = SearchEffort {
            nodes: done.nodes,
            positions: Some((done.settled, done.won)),
            elapsed: clock.elapsed(),
        };
        let outcome = match result {
            WinResult::Win(certificate) => {
                return self.any_win(certificate, position, task.plies, effort, listener);
            }
            WinResult::NoWin => SearchOutcome::NoWinWithin,
            WinResult::Unknown(WinLimit::Moves) => SearchOutcome::OutOfMoves,
            WinResult::Unknown(WinLimit::Nodes | WinLimit::Growth) => SearchOutcome::OutOfNodes,
            WinResult::Unknown(WinLimit::Stopped) => return Err(SolveError::Stopped),
        };
        Ok(Answer::of_failed(vec![FailedSearch {
            means: Means::Any,
            plies: task.plies,
            outcome,
            effort,
        }]))
    }

    /// Confirms a win by any moves, and keeps it.
    fn any_win(
        &mut self,
        mut certificate: Certificate,
        position: &Position,
        plies: usize,
        effort: SearchEffort,
        listener: &mut dyn SolveListener,
    ) -> Result<Answer, SolveError> {
        let mut checking = |report: &VerifyReport| report_check(listener, report);
        let threads = self.task.threads;
        let confirmed = confirm_spelled_out(&mut certificate, threads, &mut checking)
            .map_err(|refused| not_confirmed(refused, position))?;
        match &mut self.strategy {
            Some(strategy) => strategy.learn(&certificate),
            None => self.win = Some(certificate),
        }
        Ok(Answer::Won(Win {
            claim: WinClaim::Within,
            plies,
            line: Vec::new(),
            effort,
            confirmed,
            failed: Vec::new(),
        }))
    }
}

/// The answer of a search with what was searched before it.
fn after(mut before: Vec<FailedSearch>, answer: Answer) -> Answer {
    match answer {
        Answer::Won(win) => Answer::Won(Win {
            failed: before,
            ..win
        }),
        Answer::NotWon(none) | Answer::Unknown(none) => {
            before.extend(none.searches);
            Answer::of_failed(before)
        }
    }
}

fn listen(listener: &mut dyn SolveListener, progress: &SolveProgress) -> Result<(), SolveError> {
    match listener.goes_on(progress) {
        true => Ok(()),
        false => Err(SolveError::Stopped),
    }
}

fn report_check(listener: &mut dyn SolveListener, report: &VerifyReport) -> bool {
    listener.goes_on(&SolveProgress::Checking(report))
}

/// Searches two plies deeper each time, in slices of nodes.
fn deepen(
    strategy: &mut Strategy,
    position: &mut Position,
    most_plies: usize,
    most_nodes: u64,
    listener: &mut dyn SolveListener,
) -> Result<Length, SolveError> {
    let (means, before) = (strategy.means(), strategy.nodes());
    let area = position.board().size().area();
    let (mut first, mut slice) = (1, SLICE_NODES);
    loop {
        let spent = strategy.nodes() - before;
        let share = slice.min(most_nodes.saturating_sub(spent));
        let plies = if means == Means::Vcf { area } else { first };
        match strategy.search(position, first, plies, share) {
            Length::Unknown(SearchLimit::Plies(_)) if first + 2 > most_plies => {
                return Ok(Length::Unknown(SearchLimit::Plies(most_plies)));
            }
            Length::Unknown(SearchLimit::Plies(_)) => first += 2,
            Length::Unknown(SearchLimit::Nodes(_)) if share < slice => {
                return Ok(Length::Unknown(SearchLimit::Nodes(most_nodes)));
            }
            // What was settled is in the table, so that little is searched twice.
            Length::Unknown(SearchLimit::Nodes(_)) => slice *= 2,
            known => return Ok(known),
        }
        let progress = SolveProgress::Threats {
            means,
            nodes: strategy.nodes() - before,
            most_nodes,
            refuted: if means == Means::Vcf { 0 } else { first - 1 },
        };
        listen(listener, &progress)?;
    }
}

/// What the checker confirmed.
struct Checked {
    confirmed: Confirmed,
    plies: usize,
    /// Whether the win is of the kind that was searched.
    is_of_kind: bool,
}

/// Puts a win before the checker: a VCF as such, another win's first move, and if that is not enough, all
/// its moves.
fn confirmed(
    strategy: &mut Strategy,
    position: &Position,
    plies: usize,
    nodes: u64,
    listener: &mut dyn SolveListener,
) -> Result<Checked, SolveError> {
    let is_vcf = strategy.means() == Means::Vcf;
    let mut checking = |report: &VerifyReport| report_check(listener, report);
    let by_itself = match is_vcf {
        true => confirm_fours(position, plies).map(|plies| (Confirmed::default(), plies)),
        false => {
            let first = strategy.attack(&mut position.clone(), plies);
            let first = first.map(|point| (position.board().history().to_vec(), point));
            let decisions: Vec<_> = first.into_iter().collect();
            let confirmed = confirm(position, &decisions, plies, &mut checking);
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
    let solution = solution(position, position.turn(), plies, strategy, nodes)
        .ok_or_else(|| not_confirmed(refused, position))?;
    let plies = plies.max(solution.plies);
    let confirmed = confirm(position, &solution.decisions, plies, &mut checking)
        .map_err(|refused| not_confirmed(refused, position))?;
    Ok(Checked {
        confirmed,
        plies,
        is_of_kind: !is_vcf,
    })
}

fn not_confirmed(refused: Refused, position: &Position) -> SolveError {
    let place = refused.place(position.board().size());
    SolveError::NotConfirmed { refused, place }
}

/// The legal replies by the plain rules, those that look best first.
fn ordered_replies(position: &Position) -> Vec<Point> {
    let (board, rule, turn) = (position.board(), position.rule(), position.turn());
    let is_legal = |&point: &Point| check_stone(board, rule, turn, point).is_ok();
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

/// Forwards the progress of a search for any win.
struct Forward<'a> {
    listener: &'a mut dyn SolveListener,
    most_nodes: u64,
    last: WinProgress,
}

impl WinListener for Forward<'_> {
    fn settled(&mut self, settled: &SettledPosition) {
        self.listener.settled(settled);
    }

    fn goes_on(&mut self, done: &WinProgress) -> bool {
        self.last = *done;
        let most_nodes = self.most_nodes;
        self.listener
            .goes_on(&SolveProgress::AnyMoves { done, most_nodes })
    }
}

/// Forwards only that a search after a reply is running, and what it settles.
struct InReply<'a>(&'a mut dyn SolveListener);

impl SolveListener for InReply<'_> {
    fn settled(&mut self, settled: &SettledPosition) {
        self.0.settled(settled);
    }

    fn goes_on(&mut self, _: &SolveProgress) -> bool {
        self.0.goes_on(&SolveProgress::InReply)
    }
}
