package org.touchpaper.harc.commit;

import java.util.List;
import org.touchpaper.harc.commit.Effect.Send;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Message.ForAcceptor;
import org.touchpaper.harc.commit.Message.OtherRecord;
import org.touchpaper.harc.commit.Message.Phase2a;

/**
 * A record whose id is bound to another one at an acceptor, as when a client's memory was put back
 * from an old copy. It is never taken up there, and who waits for that is told: F+1 acceptors that
 * say so are the end of it ({@link Knowledge#conclude}). So it is not said by one that is no
 * acceptor of it, nor by one that may have been in a life it has forgotten.
 */
final class Stranger {
  private Stranger() {}

  /**
   * The answer to a message about it. Most need none, for the other acceptors may be enough; but
   * who has voted waits for an end.
   */
  static List<Send> refuse(ForAcceptor message, String from, Member.Self self) {
    var record = message.record();
    return message instanceof Phase2a
            && record.resourceManagers().contains(from)
            && record.hasMember(self.name(), self.epoch())
        ? List.of(new Send(from, new OtherRecord(record, self.name())))
        : List.of();
  }

  /** The answer to a question that comes with it. */
  static Knowledge knowledge(TransactionRecord record, Member.Self self) {
    return Knowledge.of(
        record.hasMember(self.name(), self.epoch()) ? Outcome.OTHER_RECORD : Outcome.UNKNOWN);
  }
}
