package org.touchpaper.bar.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.event.EventType;
import org.touchpaper.bar.reservation.BookingPhase;

/** What a mail says, and for whom. */
class MailTextTest {

  private static final URI BAR = URI.create("https://bar.example/");

  private static MailText.Subject about(
      NotificationKind kind, EventType type, String description, @Nullable String reason) {
    return new MailText.Subject(
        kind,
        type,
        "019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10",
        description,
        "anne",
        Instant.parse("2026-12-01T21:00:00Z"),
        Instant.parse("2026-12-01T22:00:00Z"),
        "carl",
        reason);
  }

  @Test
  void itSaysWhatHappenedToWhichBookingAndWhatToDo() {
    var failed = about(NotificationKind.FAILED, EventType.FAILED, "SPICE run", "cut by carl");
    assertThat(MailText.of(failed, BAR))
        .isEqualTo(
            new MailText(
                "Failed: SPICE run",
                """
                SPICE run has failed.

                From:      1 Dec 2026 21:00:00 UTC
                Until:     1 Dec 2026 22:00:00 UTC
                Booked by: anne
                Reason:    cut by carl

                What it held is being freed. Correct the cause if you can, then book again.

                https://bar.example/bookings/019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10

                -- \n\
                You chose to receive this mail. To change that: https://bar.example/notifications
                """));
  }

  @Test
  void aChangeNamesThePerson() {
    var by = NotificationKind.CHANGED_BY_OTHERS;
    assertThat(MailText.of(about(by, EventType.CHANGED, "", null), BAR).text())
        .startsWith("Booking 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 was changed by carl.");
    assertThat(MailText.of(about(by, EventType.CANCELLED, "a film", null), BAR).subject())
        .isEqualTo("Cancelled: a film");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\r\nBcc: eve@example.org",
        "a\nBcc: eve@example.org",
        "a\u2028Bcc: eve@example.org",
        "a\u202eBcc: eve@example.org",
        "a\u0000Bcc: eve@example.org"
      })
  void aDescriptionAddsNoLine(String description) {
    var mail = MailText.of(about(NotificationKind.ENDED, EventType.ENDED, description, null), BAR);
    assertThat(mail.subject()).isEqualTo("Ended: a Bcc: eve@example.org");
    assertThat(mail.text()).startsWith("a Bcc: eve@example.org has ended.\n");
  }

  @Test
  void aLongDescriptionIsShortenedBetweenCharacters() {
    assertThat(MailText.oneLine("x".repeat(78) + "😀😀", 80)).isEqualTo("x".repeat(78) + "…");
    assertThat(MailText.oneLine("x".repeat(80), 80)).hasSize(80);
  }

  @Test
  void onlyWhatAnotherPersonChangesIsAChangeByOthers() {
    var changed = EventType.CHANGED;
    var state = BookingPhase.COMMITTED;
    assertThat(NotificationKind.of(changed, state, "carl", "anne"))
        .contains(NotificationKind.CHANGED_BY_OTHERS);
    assertThat(NotificationKind.of(changed, state, "anne", "anne")).isEmpty();
    assertThat(NotificationKind.of(changed, state, null, "anne")).isEmpty();
  }

  @Test
  void aProblemBeforeTheDecisionIsNoFailure() {
    var impaired = EventType.IMPAIRED;
    assertThat(NotificationKind.of(impaired, BookingPhase.UNDECIDED, null, "anne")).isEmpty();
    assertThat(NotificationKind.of(impaired, BookingPhase.ACTIVE, null, "anne"))
        .contains(NotificationKind.FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "anne",
        "anne@",
        "anne@ucl.ac.uk\r\nBcc: eve@example.org",
        "anne@ucl.ac.uk,eve@example.org",
        "Anne <anne@ucl.ac.uk>",
        "anne@ucl.ac.uk eve@example.org"
      })
  void whatIsNotOneAddressIsRefused(String address) {
    assertThat(SmtpSender.findProblem(address)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"anne@ucl.ac.uk", "anne.o'neil+bar@cs.ucl.ac.uk", "touchpaper@[127.0.0.1]"})
  void oneAddressIsAccepted(String address) {
    assertThat(SmtpSender.findProblem(address)).isEmpty();
  }
}
