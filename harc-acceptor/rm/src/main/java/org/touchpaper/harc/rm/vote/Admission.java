package org.touchpaper.harc.rm.vote;

import java.util.List;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.VoterEvent;

/**
 * Which transactions a resource manager takes part in, before it looks at what they want: those of
 * acceptors that it knows, with actions for itself, and not so old that it may have forgotten them.
 *
 * @param name the resource manager's
 */
record Admission(String name, Ledgers ledgers, Acceptors acceptors) {

  void check(Message.Prepare prepare) {
    var record = prepare.record();
    if (!prepare.actions().resourceManager().equals(name)
        || !record.resourceManagers().contains(name)) {
      throw new PrepareRejected(record.id() + ": its actions are not for " + name);
    }
    check(record);
    if (record.resourceManagers().size() == 1
        && !Request.digest(prepare.caller(), List.of(prepare.actions())).equals(record.digest())) {
      throw new PrepareRejected(record.id() + ": its actions are not those of the record's digest");
    }
  }

  void check(TransactionRecord record) {
    if (!acceptors.know(record)) {
      throw new PrepareRejected(record.id() + ": not all its acceptors are known to " + name);
    }
  }

  /**
   * True of what need not be done to a transaction that is unknown, for it was done (see {@link
   * Retention}): a decision was carried out, and no vote is cast twice.
   */
  boolean isForgotten(VoterEvent event) {
    return switch (event) {
      case VoterEvent.DecisionCame(var record, _) -> ledgers.mayHaveForgotten(record);
      case VoterEvent.PrepareCame(var prepare) -> {
        if (ledgers.mayHaveForgotten(prepare.record())) {
          throw new PrepareRejected(
              prepare.record().id()
                  + ": its vote was due so long ago that it may be forgotten here");
        }
        yield false;
      }
      case VoterEvent.Held _,
          VoterEvent.Refused _,
          VoterEvent.Unclear _,
          VoterEvent.CarriedOut _,
          VoterEvent.TimePassed _,
          VoterEvent.Restarted _ ->
          false;
    };
  }
}
