package org.touchpaper.nsap.element.openconfig;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Function;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Outcome;
import org.w3c.dom.Element;

/**
 * One change of a configuration that others change too, whole or not at all (RFC 6241, sections 7.2
 * to 7.6 and 8.2 to 8.4). All of it is said on one connection: what is committed is what was edited
 * there under its own lock, from a candidate without anything of others in it. Until the last step
 * nothing has changed, whatever gets lost.
 *
 * @param look asks for what is there before it is changed
 * @param objection why it is not to be changed, from what was found there
 */
record Edit(
    String tid,
    String config,
    String look,
    Function<Element, Optional<Outcome.Denied>> objection,
    Duration patience) {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final String DISCARD = "<discard-changes/>";

  Outcome on(NetconfSession.Talk talk) {
    return new Work(talk).carryOut();
  }

  private final class Work {
    private final NetconfSession.Talk talk;
    private final Hello peer;
    private final Deque<String> locked = new ArrayDeque<>();

    private Work(NetconfSession.Talk talk) {
      this.talk = talk;
      this.peer = talk.peer();
    }

    private Outcome carryOut() {
      if (!peer.hasCandidate() && !peer.hasWritableRunning()) {
        return new Outcome.Denied(
            "operation-not-supported",
            "it offers neither :candidate nor :writable-running, so nothing can be changed there");
      }
      var denial = prepared();
      return denial.isPresent() ? left(denial.get()) : takenEffect();
    }

    /** Everything but the step that takes effect; says what was refused. */
    private Optional<Outcome.Denied> prepared() {
      return locks()
          .or(() -> peer.hasCandidate() ? step(DISCARD) : Optional.empty())
          .or(this::looked)
          .or(() -> peer.hasCandidate() ? step(edit("candidate")) : Optional.empty());
    }

    private Optional<Outcome.Denied> locks() {
      for (var store : peer.locks()) {
        var denial = denial(patiently("<lock>" + target(store) + "</lock>"));
        if (denial.isPresent()) {
          return denial;
        }
        locked.push(store);
      }
      return Optional.empty();
    }

    private Optional<Outcome.Denied> looked() {
      var store = peer.hasCandidate() ? "candidate" : "running";
      return switch (talk.ask(Subtree.get(store, look))) {
        case NetconfReply.Ok(var root) -> objection.apply(root);
        case NetconfReply refused -> denial(refused);
      };
    }

    private Outcome takenEffect() {
      var last = peer.hasCandidate() ? "<commit/>" : edit("running");
      return switch (patiently(last)) {
        case NetconfReply.Ok _ -> left(new Outcome.Done());
        case NetconfReply.Refused(var tag, var message) -> left(new Outcome.Denied(tag, message));
        case NetconfReply.NotSent(var reason) -> throw lost(reason);
        case NetconfReply.Unknown(var reason) -> {
          talk.end(reason);
          yield new Outcome.Unknown(reason);
        }
      };
    }

    /** What another session keeps us from is asked for again, for a while. */
    private NetconfReply patiently(String operation) {
      var reply = talk.ask(operation);
      for (var waited = Duration.ZERO; isForAnother(reply); waited = waited.plus(PAUSE)) {
        if (waited.compareTo(patience) >= 0 || !talk.pause(PAUSE)) {
          var refused = (NetconfReply.Refused) reply;
          return new NetconfReply.Refused(
              refused.tag(), refused.message() + " (waited for " + waited.toSeconds() + " s)");
        }
        reply = talk.ask(operation);
      }
      return reply;
    }

    private static boolean isForAnother(NetconfReply reply) {
      return reply instanceof NetconfReply.Refused refused && refused.isForAnother();
    }

    private Optional<Outcome.Denied> step(String operation) {
      return denial(talk.ask(operation));
    }

    private Optional<Outcome.Denied> denial(NetconfReply reply) {
      return switch (reply) {
        case NetconfReply.Ok _ -> Optional.empty();
        case NetconfReply.Refused(var tag, var message) ->
            Optional.of(new Outcome.Denied(tag, message));
        case NetconfReply.NotSent(var reason) -> throw lost(reason);
        case NetconfReply.Unknown(var reason) -> throw lost(reason);
      };
    }

    private ElementUnreachable lost(String reason) {
      talk.end(reason);
      return new ElementUnreachable(tid, reason + " before anything was changed");
    }

    /** Leaves the candidate as the others know it, and unlocks what was locked. */
    private Outcome left(Outcome outcome) {
      var isClean =
          outcome instanceof Outcome.Done
              || !locked.contains("candidate")
              || talk.ask(DISCARD) instanceof NetconfReply.Ok;
      while (isClean && !locked.isEmpty()) {
        isClean =
            talk.ask("<unlock>" + target(locked.pop()) + "</unlock>") instanceof NetconfReply.Ok;
      }
      if (!isClean) {
        talk.end("the configuration could not be unlocked as it was found");
      }
      return outcome;
    }

    private String edit(String store) {
      var allOrNothing =
          store.equals("running") && peer.rollsBack()
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
