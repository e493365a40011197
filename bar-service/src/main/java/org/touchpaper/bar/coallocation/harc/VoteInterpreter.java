package org.touchpaper.bar.coallocation.harc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.StringUtils;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.HeldPart;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.client.xml.VoteNoteXml;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Reads the votes of a transaction: what is held, or why it was refused.
 *
 * @param fields the fields of the caller's request by part; see {@link CommitProtocolPort#begin}
 */
record VoteInterpreter(Map<String, Vote> votes, Map<UUID, String> fields) {

  private static final Logger LOG = LoggerFactory.getLogger(VoteInterpreter.class);

  Map<UUID, HeldPart> heldParts() {
    var held = new HashMap<UUID, HeldPart>();
    votes.values().stream()
        .map(VoteNoteXml::read)
        .forEach(voteNote -> {
          if (voteNote instanceof VoteNote.Held(var parts)) {
            parts.forEach(part ->
                parsePartId(part.bookingId())
                    .ifPresent(
                        partId -> held.put(partId, new HeldPart(part.reference(), part.path()))));
          }
        });
    return held;
  }

  /**
   * Ignores ids that are not part ids; another resource manager's implementation may report more
   * parts.
   */
  static Optional<UUID> parsePartId(String value) {
    try {
      return Optional.of(UUID.fromString(value));
    } catch (IllegalArgumentException e) {
      LOG.warn(
          "ignoring part {} in a resource manager's reply: not a part id of this broker", value);
      return Optional.empty();
    }
  }

  /**
   * Returns the refusals. If no vote has a reason and acceptors objected, the objections are the
   * reason.
   */
  List<Refusal> refusals(List<String> objections) {
    return objections.isEmpty() || votes.values().stream().anyMatch(VoteInterpreter::hasReason)
        ? refusals()
        : List.of(unreachable("acceptors", String.join("; ", objections)));
  }

  private static boolean hasReason(Vote vote) {
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

  private List<Refusal> refusals(String rm, Vote vote) {
    return switch (VoteNoteXml.read(vote)) {
      case VoteNote.Refused(var refusals) -> refusals.stream().map(this::toRefusal).toList();
      case VoteNote.Unstructured(var text) when !text.isBlank() -> List.of(unreachable(rm, text));
      case VoteNote.Held _, VoteNote.Unstructured _ ->
          List.of(
              unreachable(
                  rm,
                  "the acceptors received no vote of "
                      + rm
                      + " in time: it, or a majority of the acceptors, did not answer"));
    };
  }

  private static Refusal unreachable(String rm, String reason) {
    return new Refusal(Refusal.Code.UNREACHABLE, rm, "", reason, null);
  }

  private Refusal toRefusal(VoteNote.Refusal noteRefusal) {
    var nextFit = noteRefusal.nextFit();
    return new Refusal(
        toCode(noteRefusal),
        noteRefusal.resource(),
        fieldInRequest(noteRefusal),
        noteRefusal.reason(),
        nextFit == null ? null : new Schedule(nextFit.startTime(), nextFit.endTime()));
  }

  /** A resource manager knows its part only; {@code bandwidthMbps} is {@code lightpaths[1]}'s. */
  private String fieldInRequest(VoteNote.Refusal noteRefusal) {
    var part =
        fields.entrySet().stream()
            .filter(entry -> entry.getKey().toString().equals(noteRefusal.bookingId()))
            .map(Map.Entry::getValue)
            .findFirst();
    var field = StringUtils.uncapitalize(noteRefusal.field()); // there an element of XML
    if (field.equals("startTime") || field.equals("endTime")) {
      return "schedule." + field;
    }
    return part.map(place -> field.isEmpty() ? place : place + "." + field).orElse(field);
  }

  /** Maps an unknown code of another implementation by whether it is permanent. */
  private static Refusal.Code toCode(VoteNote.Refusal noteRefusal) {
    return List.of(Refusal.Code.values()).stream()
        .filter(code -> code.name().equals(noteRefusal.code()))
        .findFirst()
        .orElse(noteRefusal.isPermanent() ? Refusal.Code.NOT_ALLOWED : Refusal.Code.CAPACITY_BUSY);
  }
}
