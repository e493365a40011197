package org.touchpaper.harc.rm.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;

/**
 * One launch on a booking, and its transitions.
 *
 * @param bookingId the booking
 * @param transaction the transaction that holds or launched it
 * @param account the account under which its job runs
 * @param job what it executes
 * @param status what became of it
 * @param version the version of the booking to which its job was last adapted
 * @param isStopping true if it is to be stopped
 * @param signalledAt when its job was signalled to stop; null if it was not
 * @param endingSince since when its job cannot be ended; null if it was not tried, or succeeded
 * @param isInterrupted true if its job is ended because its booking moved to a later start
 */
public record Run(
    String bookingId,
    String transaction,
    String account,
    JobSpecification job,
    RunStatus status,
    int version,
    boolean isStopping,
    @Nullable Instant signalledAt,
    @Nullable Instant endingSince,
    boolean isInterrupted) {

  /** A launch that waits for its transaction's outcome. */
  static Run held(
      RunBooking booking, String transaction, JobSpecification job, int number, Instant now) {
    return new Run(
        booking.bookingId(),
        transaction,
        booking.account(),
        job,
        new RunStatus(
            RunState.NEW,
            null,
            List.of(),
            job.port(),
            job.protocol(),
            now,
            null,
            null,
            List.of(),
            number),
        booking.version(),
        false,
        null,
        null,
        false);
  }

  /** The name of its job: always the same, and safe in every shell and file system. */
  public String jobName() {
    var id = bookingId.matches("[A-Za-z0-9-]{1,64}") ? bookingId : hash(bookingId);
    return "tp-" + id + "-" + status.number();
  }

  private static String hash(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  public @Nullable String jobId() {
    return status.jobId();
  }

  boolean isFinal() {
    return status.state().isFinal();
  }

  /** Its job was submitted. */
  Run submitted(String jobId, Instant now) {
    return with(RunState.QUEUED, jobId, List.of(), null, null, status.output(), now);
  }

  /** Its job is not submitted or not adapted yet, for that reason. */
  Run delayed(@Nullable String reason, Instant now) {
    return with(status.state(), status.jobId(), status.nodes(), null, reason, status.output(), now);
  }

  /** The machine no longer has its job, which never started: it may be submitted again. */
  Run lost(Instant now) {
    return with(
        RunState.NEW,
        null,
        List.of(),
        null,
        "its job was lost before it started and is submitted again",
        List.of(),
        now);
  }

  /** Its job was seen. A job that ends after it was asked to counts as canceled. */
  Run seen(JobLauncher.Job seen, List<String> output, Instant now) {
    var state = seen.state() == RunState.FAILED && isStopping ? RunState.CANCELED : seen.state();
    return with(
        state,
        seen.id(),
        seen.nodes().isEmpty() ? status.nodes() : seen.nodes(),
        state.isFinal() ? seen.exitCode() : null,
        seen.reason() == null ? stopReason(state) : seen.reason(),
        output,
        now);
  }

  private @Nullable String stopReason(RunState state) {
    return state.isFinal() || !isStopping ? null : "it is being stopped";
  }

  /** Its job is gone, and this is what it left behind. */
  Run ended(JobLauncher.Progress progress, Instant now) {
    var code = progress.exitCode();
    var state =
        code == null || code != 0
            ? isStopping ? RunState.CANCELED : RunState.FAILED
            : RunState.COMPLETED;
    return with(
        state,
        status.jobId(),
        status.nodes(),
        code,
        code == null ? "its job ended without an exit code" : null,
        progress.output(),
        now);
  }

  /** Its booking is over, and its job could not be ended. */
  Run givenUp(String reason, Instant now) {
    var since = endingSince == null ? now : endingSince;
    return with(
            RunState.FAILED,
            status.jobId(),
            status.nodes(),
            null,
            "its job could not be ended, and may still run on its nodes: " + reason,
            status.output(),
            now)
        .ending(since);
  }

  /** Its job could not be ended and may still run. */
  boolean isGivenUp() {
    return status.state() == RunState.FAILED && endingSince != null;
  }

  /** Its job could not be ended now. */
  Run ending(Instant now) {
    return with(status, version, isStopping, signalledAt, endingSince == null ? now : endingSince);
  }

  /** Its job is ended because its booking moved to a later start: it is to be launched again. */
  Run interrupted() {
    return new Run(
        bookingId,
        transaction,
        account,
        job,
        status,
        version,
        isStopping,
        signalledAt,
        endingSince,
        true);
  }

  boolean isEndingSince(Instant time) {
    return endingSince != null && !endingSince.isAfter(time);
  }

  /** It never started. */
  Run neverStarted(boolean isRequested, String reason, Instant now) {
    return with(
        isRequested ? RunState.CANCELED : RunState.FAILED,
        status.jobId(),
        List.of(),
        null,
        reason,
        status.output(),
        now);
  }

  /** It is to be stopped. */
  Run stopping() {
    return with(status, version, true, signalledAt, endingSince);
  }

  Run signalled(Instant now) {
    return with(status, version, true, now, endingSince);
  }

  /** Its job follows that version of its booking, which goes on. */
  Run adjustedTo(int bookingVersion) {
    return with(status, bookingVersion, isStopping, signalledAt, null);
  }

  /** Returns true if its time after the signal is over. */
  boolean isGraceOver(Instant now) {
    return signalledAt != null && !now.isBefore(signalledAt.plusSeconds(job.graceSeconds()));
  }

  private Run with(
      RunState state,
      @Nullable String jobId,
      List<String> nodes,
      @Nullable Integer exitCode,
      @Nullable String message,
      List<String> output,
      Instant now) {
    var changed =
        new RunStatus(
            state,
            jobId,
            nodes,
            status.port(),
            status.protocol(),
            state == status.state() && Objects.equals(jobId, status.jobId()) ? status.since() : now,
            exitCode,
            message,
            output,
            status.number());
    return with(changed, version, isStopping, signalledAt, state.isFinal() ? null : endingSince);
  }

  private Run with(
      RunStatus changed,
      int bookingVersion,
      boolean isToStop,
      @Nullable Instant signalTime,
      @Nullable Instant endingTime) {
    return new Run(
        bookingId,
        transaction,
        account,
        job,
        changed,
        bookingVersion,
        isToStop,
        signalTime,
        endingTime,
        isInterrupted);
  }
}
