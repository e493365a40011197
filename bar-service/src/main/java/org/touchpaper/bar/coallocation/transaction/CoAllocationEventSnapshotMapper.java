package org.touchpaper.bar.coallocation.transaction;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.ModificationRecord;
import org.touchpaper.bar.coallocation.PartStatusDetails;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.bar.event.BookingKind;
import org.touchpaper.bar.event.BookingSnapshot;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Refusal;

/** Maps a co-allocation to what subscribers receive about it. */
final class CoAllocationEventSnapshotMapper {

  private CoAllocationEventSnapshotMapper() {}

  static BookingSnapshot of(CoAllocation booking) {
    var parts = booking.parts().stream().map(CoAllocationEventSnapshotMapper::part).toList();
    return new BookingSnapshot(
        BookingKind.CO_ALLOCATION,
        booking.id(),
        booking.owner().name(),
        booking.description(),
        booking.state(),
        booking.schedule(),
        List.of(
            booking.description(),
            booking.schedule(),
            booking.parts().stream().map(CoAllocationEventSnapshotMapper::amount).toList()),
        booking.attempt().request().caller().name(),
        reason(booking),
        booking.problem().orElse(null),
        problemKey(booking, parts),
        booking.isReleasing(),
        booking.isReleased(),
        booking.lastModification().map(last -> change(last, booking)).orElse(null),
        null,
        parts);
  }

  private static List<Object> amount(CoAllocationPart part) {
    return switch (part) {
      case CoAllocationPart.Compute nodes ->
          List.of(
              nodes.resource(),
              nodes.nodes(),
              Optional.ofNullable(nodes.run())
                  .map(run -> List.of(run.spec(), run.transactionNo(), run.stopped())));
      case CoAllocationPart.Lightpath path ->
          List.of(path.source(), path.destination(), path.bandwidthMbps());
      case CoAllocationPart.Units units -> List.of(units.resource(), units.unit(), units.amount());
    };
  }

  /** Of a booking that stays although it was to be cancelled, why. */
  private static @Nullable String reason(CoAllocation booking) {
    return booking
        .reason()
        .or(() -> booking.objections().stream().map(Refusal::reason).findFirst())
        .orElse(null);
  }

  /** A missing decision or reply is the same problem in whatever words. */
  private static @Nullable String problemKey(
      CoAllocation booking, List<BookingSnapshot.Part> parts) {
    Optional<String> ofParts =
        parts.stream().map(BookingSnapshot.Part::problemKey).filter(Objects::nonNull).findFirst();
    var ofAttempt = booking.attempt().problem().map(_ -> "no decision");
    return ofAttempt.or(() -> ofParts).orElse(null);
  }

  private static BookingSnapshot.Part part(CoAllocationPart part) {
    var status = part.status();
    return new BookingSnapshot.Part(
        part.partId(),
        status.state(),
        status.problemDescription().orElse(null),
        problemKey(status),
        status.released(),
        part instanceof CoAllocationPart.Compute nodes ? run(nodes.run()) : null);
  }

  private static BookingSnapshot.@Nullable Run run(@Nullable PartRun run) {
    var status = run == null ? null : run.status();
    return run == null
        ? null
        : status == null
            ? new BookingSnapshot.Run(
                run.state().text(), run.spec().application(), null, null, null, null)
            : new BookingSnapshot.Run(
                run.state().text(),
                run.spec().application(),
                status.number(),
                status.jobId(),
                status.exitCode(),
                status.message());
  }

  private static @Nullable String problemKey(PartStatusDetails status) {
    return status.problem() == null && status.noAnswerReason() != null
        ? "no answer"
        : status.problem();
  }

  private static BookingSnapshot.Change change(ModificationRecord record, CoAllocation booking) {
    var state =
        switch (record.outcome()) {
          case ModificationRecord.Outcome.Undecided _ -> BookingPhase.UNDECIDED;
          case ModificationRecord.Outcome.Applied _ -> BookingPhase.COMMITTED;
          case ModificationRecord.Outcome.Refused _, ModificationRecord.Outcome.NotStarted _ ->
              BookingPhase.REFUSED;
        };
    var reason =
        switch (record.outcome()) {
          case ModificationRecord.Outcome.Refused refused -> refused.reason();
          case ModificationRecord.Outcome.NotStarted notStarted -> notStarted.reason();
          case ModificationRecord.Outcome.Undecided _, ModificationRecord.Outcome.Applied _ -> null;
        };
    var attempt = booking.attempt();
    var by = attempt.number() == record.number() ? attempt.request().caller().name() : null;
    return new BookingSnapshot.Change(record.number(), state, record.summary(), reason, by);
  }
}
