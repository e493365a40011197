package org.touchpaper.harc.commit;

/** What can happen to a resource manager's part in a transaction. */
public sealed interface VoterEvent {

  /** An acceptor asks for a vote, or asks again. */
  record PrepareCame(Message.Prepare prepare) implements VoterEvent {}

  /** An acceptor told the decision, or answered a question with it. */
  record DecisionCame(TransactionRecord record, Decision decision) implements VoterEvent {}

  /** The backend holds everything durably; the note goes with the vote. */
  record Held(String note) implements VoterEvent {}

  /** The backend refused, and holds nothing; the note gives the reasons. */
  record Refused(String note) implements VoterEvent {}

  /** The backend did not answer, or not clearly: not a vote. */
  record Unclear() implements VoterEvent {}

  /** The backend has carried out the decision. */
  record CarriedOut() implements VoterEvent {}

  /** Time went on. */
  record TimePassed() implements VoterEvent {}

  /** The process started again and found this in its database. */
  record Restarted() implements VoterEvent {}
}
