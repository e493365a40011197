package org.touchpaper.bar.coallocation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.client.NoteXml;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** What the votes on a transaction say in our words: what is held, or why something is not. */
record Votes(Map<String, Vote> votes) {

  private static final Logger LOG = LoggerFactory.getLogger(Votes.class);

  Map<UUID, Harc.Held> held() {
    var held = new HashMap<UUID, Harc.Held>();
    votes.values().stream()
        .map(NoteXml::read)
        .forEach(note -> {
          if (note instanceof Note.Held(var parts)) {
            parts.forEach(part ->
                ident(part.ident())
                    .ifPresent(
                        ident -> held.put(ident, new Harc.Held(part.reference(), part.path()))));
          }
        });
    return held;
  }

  /** Of the parts that we asked for; a resource manager of another make may tell of more. */
  static Optional<UUID> ident(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      LOG.warn("a resource manager tells of a part {} that is none of ours", text);
      return Optional.empty();
    }
  }

  /** Who had no vote in time was not asked for one, if nobody took it up. */
  List<Refusal> refusals(List<String> objections) {
    return objections.isEmpty() || votes.values().stream().anyMatch(Votes::saysWhyNot)
        ? refusals()
        : List.of(unreachable("acceptors", String.join("; ", objections)));
  }

  private static boolean saysWhyNot(Vote vote) {
    return !vote.isPrepared() && !vote.note().isBlank();
  }

  List<Refusal> refusals() {
    var refusals = new ArrayList<Refusal>();
    votes.forEach((rm, vote) -> {
      if (!vote.isPrepared()) {
        refusals.addAll(refusals(rm, vote));
      }
    });
    return refusals;
  }

  private static List<Refusal> refusals(String rm, Vote vote) {
    return switch (NoteXml.read(vote)) {
      case Note.Refused(var why) -> why.stream().map(Votes::refusal).toList();
      case Note.None(var words) when !words.isBlank() -> List.of(unreachable(rm, words));
      case Note.Held _, Note.None _ ->
          List.of(
              unreachable(
                  rm,
                  "the acceptors had no vote of "
                      + rm
                      + " in time: it, or most of them, did not answer"));
    };
  }

  private static Refusal unreachable(String rm, String why) {
    return new Refusal(Refusal.Code.UNREACHABLE, rm, "", why, null);
  }

  private static Refusal refusal(Note.Refusal why) {
    var fit = why.nextFit();
    return new Refusal(
        code(why),
        why.resource(),
        why.field(),
        why.reason(),
        fit == null ? null : new Schedule(fit.startTime(), fit.endTime()));
  }

  /** A resource manager of another make may have codes of its own. */
  private static Refusal.Code code(Note.Refusal why) {
    return List.of(Refusal.Code.values()).stream()
        .filter(code -> code.name().equals(why.code()))
        .findFirst()
        .orElse(why.permanent() ? Refusal.Code.NOT_ALLOWED : Refusal.Code.CAPACITY_BUSY);
  }
}
