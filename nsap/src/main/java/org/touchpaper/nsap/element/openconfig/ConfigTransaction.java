package org.touchpaper.nsap.element.openconfig;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Function;
import org.touchpaper.elementsession.netconf.NetconfHello;
import org.touchpaper.elementsession.netconf.NetconfOutcome;
import org.touchpaper.elementsession.netconf.NetconfSession;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementReadException;
import org.w3c.dom.Element;

/**
 * An atomic change of a configuration that others change, too (RFC 6241, sections 7.2 to 7.6 and
 * 8.2 to 8.4). It runs on one connection: it edits under its own lock, starting from a candidate
 * without others' changes, and commits exactly that. Nothing has changed before the last step, even
 * if the connection is lost.
 *
 * @param query reads the current state before the change
 * @param precondition returns a denial if the current state forbids the change
 */
record ConfigTransaction(
    String tid,
    String config,
    String query,
    Function<Element, Optional<EditOutcome.Denied>> precondition,
    Duration lockTimeout) {

  private static final Duration RETRY_PAUSE = Duration.ofSeconds(1);

  private static final String DISCARD = "<discard-changes/>";

  EditOutcome execute(NetconfSession.ExclusiveConnection connection) {
    return new Execution(connection).run();
  }

  private final class Execution {
    private final NetconfSession.ExclusiveConnection connection;
    private final NetconfHello serverHello;
    private final Deque<String> locked = new ArrayDeque<>();

    private Execution(NetconfSession.ExclusiveConnection connection) {
      this.connection = connection;
      this.serverHello = connection.serverHello();
    }

    private EditOutcome run() {
      if (!serverHello.hasCandidate() && !serverHello.hasWritableRunning()) {
        return new EditOutcome.Denied(
            "operation-not-supported",
            "the element supports neither :candidate nor :writable-running, so it cannot be configured");
      }
      var denial = prepare();
      return denial.isPresent() ? cleanUp(denial.get()) : commit();
    }

    /** All steps before the one that takes effect; returns a denial if one fails. */
    private Optional<EditOutcome.Denied> prepare() {
      return lockDatastores()
          .or(() -> serverHello.hasCandidate() ? step(DISCARD) : Optional.empty())
          .or(this::checkPrecondition)
          .or(() -> serverHello.hasCandidate() ? step(editConfig("candidate")) : Optional.empty());
    }

    private Optional<EditOutcome.Denied> lockDatastores() {
      for (var store : serverHello.datastoresToLock()) {
        var denial = denial(callUntilUnlocked("<lock>" + target(store) + "</lock>"));
        if (denial.isPresent()) {
          return denial;
        }
        locked.push(store);
      }
      return Optional.empty();
    }

    private Optional<EditOutcome.Denied> checkPrecondition() {
      var store = serverHello.hasCandidate() ? "candidate" : "running";
      return switch (connection.call(OpenConfigXmlBuilder.get(store, query))) {
        case NetconfOutcome.Ok(var root) -> precondition.apply(root);
        case NetconfOutcome refused -> denial(refused);
      };
    }

    private EditOutcome commit() {
      var last = serverHello.hasCandidate() ? "<commit/>" : editConfig("running");
      return switch (callUntilUnlocked(last)) {
        case NetconfOutcome.Ok _ -> cleanUp(new EditOutcome.Done());
        case NetconfOutcome.Refused(var tag, var message) ->
            cleanUp(new EditOutcome.Denied(tag, message));
        case NetconfOutcome.NotSent(var reason) -> throw connectionLost(reason);
        case NetconfOutcome.Unknown(var reason) -> {
          connection.close(reason);
          yield new EditOutcome.Unknown(reason);
        }
      };
    }

    /** Retries for a while if another session blocks the operation. */
    private NetconfOutcome callUntilUnlocked(String operation) {
      var reply = connection.call(operation);
      for (var waited = Duration.ZERO;
          isBlockedByOtherSession(reply);
          waited = waited.plus(RETRY_PAUSE)) {
        if (waited.compareTo(lockTimeout) >= 0 || !connection.pause(RETRY_PAUSE)) {
          var refusal = (NetconfOutcome.Refused) reply;
          return new NetconfOutcome.Refused(
              refusal.tag(), refusal.message() + " (waited for " + waited.toSeconds() + " s)");
        }
        reply = connection.call(operation);
      }
      return reply;
    }

    private static boolean isBlockedByOtherSession(NetconfOutcome reply) {
      return reply instanceof NetconfOutcome.Refused refused && refused.isBlockedByOtherSession();
    }

    private Optional<EditOutcome.Denied> step(String operation) {
      return denial(connection.call(operation));
    }

    private Optional<EditOutcome.Denied> denial(NetconfOutcome reply) {
      return switch (reply) {
        case NetconfOutcome.Ok _ -> Optional.empty();
        case NetconfOutcome.Refused(var tag, var message) ->
            Optional.of(new EditOutcome.Denied(tag, message));
        case NetconfOutcome.NotSent(var reason) -> throw connectionLost(reason);
        case NetconfOutcome.Unknown(var reason) -> throw connectionLost(reason);
      };
    }

    private ElementReadException connectionLost(String reason) {
      connection.close(reason);
      return new ElementReadException(tid, reason + "; nothing was changed");
    }

    /** Discards our edits in the candidate and releases the locks. */
    private EditOutcome cleanUp(EditOutcome outcome) {
      var isClean =
          outcome instanceof EditOutcome.Done
              || !locked.contains("candidate")
              || connection.call(DISCARD) instanceof NetconfOutcome.Ok;
      while (isClean && !locked.isEmpty()) {
        isClean =
            connection.call("<unlock>" + target(locked.pop()) + "</unlock>")
                instanceof NetconfOutcome.Ok;
      }
      if (!isClean) {
        connection.close("the candidate could not be reset and unlocked");
      }
      return outcome;
    }

    private String editConfig(String store) {
      var allOrNothing =
          store.equals("running") && serverHello.canRollBackOnError()
              ? "<error-option>rollback-on-error</error-option>"
              : "";
      return "<edit-config>%s%s<config>%s</config></edit-config>"
          .formatted(target(store), allOrNothing, config);
    }

    private static String target(String store) {
      return "<target><" + store + "/></target>";
    }
  }
}
