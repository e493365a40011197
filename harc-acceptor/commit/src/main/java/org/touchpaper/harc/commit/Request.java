package org.touchpaper.harc.commit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
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

  /** SHA-256 over every field, each preceded by its length so that no two inputs run together. */
  public static String digest(Caller caller, List<Actions> actions) {
    var hash = sha256();
    field(hash, caller.name());
    field(hash, caller.homeSite());
    field(hash, caller.role());
    field(hash, caller.correlationId());
    caller.virtualOrganisations().forEach(vo -> field(hash, vo));
    for (var each : actions) {
      field(hash, each.resourceManager());
      field(hash, each.text());
    }
    return HexFormat.of().formatHex(hash.digest());
  }

  private static void field(MessageDigest hash, String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    hash.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    hash.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
