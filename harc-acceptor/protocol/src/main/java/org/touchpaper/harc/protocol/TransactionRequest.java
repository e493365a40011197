package org.touchpaper.harc.protocol;

import java.time.Instant;
import java.util.List;

/**
 * A client's request to begin a transaction.
 *
 * @param record the transaction's record, whose digest covers the rest
 * @param caller the person
 * @param actions one entry for each resource manager of the record
 */
public record TransactionRequest(
    TransactionRecord record, RequestingUser caller, List<ResourceManagerActions> actions) {

  public TransactionRequest {
    actions = List.copyOf(actions);
    var addressees = actions.stream().map(ResourceManagerActions::resourceManager).toList();
    if (!addressees.equals(record.resourceManagers())) {
      throw new IllegalArgumentException(
          "%s: the actions are for %s, but the record names %s"
              .formatted(record.id(), addressees, record.resourceManagers()));
    }
    if (!digest(caller, actions).equals(record.digest())) {
      throw new IllegalArgumentException(
          record.id() + ": the record's digest does not match the caller and the actions");
    }
  }

  /** Creates a request with a record computed from the other parts. */
  public static TransactionRequest of(
      TransactionId id,
      List<String> acceptors,
      int epoch,
      Instant voteBy,
      RequestingUser caller,
      List<ResourceManagerActions> actions) {
    var voters = actions.stream().map(ResourceManagerActions::resourceManager).toList();
    var record =
        new TransactionRecord(id, voters, acceptors, digest(caller, actions), voteBy, epoch);
    return new TransactionRequest(record, caller, actions);
  }

  /** The actions for one resource manager. */
  public ResourceManagerActions actionsFor(String resourceManager) {
    return actions.get(record.resourceManagers().indexOf(resourceManager));
  }

  /** SHA-256 over every field of the caller and the actions. */
  public static String digest(RequestingUser caller, List<ResourceManagerActions> actions) {
    var hash = new FingerprintBuilder();
    hash.field(caller.name());
    hash.field(caller.homeSite());
    hash.field(caller.role());
    hash.field(caller.correlationId());
    caller.virtualOrganisations().forEach(hash::field);
    for (var entry : actions) {
      hash.field(entry.resourceManager());
      hash.field(entry.text());
    }
    return hash.hex();
  }
}
