package org.touchpaper.harc.commit;

import java.time.Instant;
import java.util.List;

/**
 * What a client begins: the record, who it is for, and each resource manager's actions.
 *
 * @param record the transaction's record, whose digest covers the rest
 * @param caller the person
 * @param actions one entry for each resource manager of the record
 */
public record Request(TransactionRecord record, Caller caller, List<Actions> actions) {

  public Request {
    actions = List.copyOf(actions);
    var addressed = actions.stream().map(Actions::resourceManager).toList();
    if (!addressed.equals(record.resourceManagers())) {
      throw new IllegalArgumentException(
          "actions are for " + addressed + ", the record names " + record.resourceManagers());
    }
    if (!digest(caller, actions).equals(record.digest())) {
      throw new IllegalArgumentException(
          "the record's digest is not that of the caller and the actions: " + record.id());
    }
  }

  /** A request whose record is made from its other parts. */
  public static Request of(
      TransactionId id,
      List<String> acceptors,
      int epoch,
      Instant voteBy,
      Caller caller,
      List<Actions> actions) {
    var voters = actions.stream().map(Actions::resourceManager).toList();
    var record =
        new TransactionRecord(id, voters, acceptors, digest(caller, actions), voteBy, epoch);
    return new Request(record, caller, actions);
  }

  /** The actions meant for one resource manager. */
  public Actions actionsFor(String resourceManager) {
    return actions.get(record.resourceManagers().indexOf(resourceManager));
  }

  /** SHA-256 over every field. */
  public static String digest(Caller caller, List<Actions> actions) {
    var all = new Fingerprint();
    all.field(caller.name());
    all.field(caller.homeSite());
    all.field(caller.role());
    all.field(caller.correlationId());
    caller.virtualOrganisations().forEach(all::field);
    for (var each : actions) {
      all.field(each.resourceManager());
      all.field(each.text());
    }
    return all.hex();
  }
}
