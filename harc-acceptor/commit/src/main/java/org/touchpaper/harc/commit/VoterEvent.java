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

  /**
   * The backend did not answer, or not clearly: not a vote.
   *
   * @param trouble the note of the vote, if there is no more time to ask again
   */
  record Unclear(String trouble) implements VoterEvent {
    public Unclear() {
      this("");
    }
  }

  /** The backend has carried out the decision. */
  record CarriedOut() implements VoterEvent {}

  /**
   * Time went on.
   *
   * @param trouble what keeps the backend from answering, as with {@link Unclear}
   */
  record TimePassed(String trouble) implements VoterEvent {
    public TimePassed() {
      this("");
    }
  }

  /**
   * The process started again and found this in its database.
   *
   * @param trouble what kept the backend from answering, as with {@link Unclear}
   */
  record Restarted(String trouble) implements VoterEvent {
    public Restarted() {
      this("");
    }
  }
}
