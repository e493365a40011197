package org.touchpaper.bar.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;

/** From a booking's event to a mail at a real mail server; the clock is turned. */
class NotificationTest {

  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";
  private static final String RESERVATIONS = "/api/v1/reservations";
  private static final String ANNE = "anne@ucl.example";
  private static final ServerSetup SMTP =
      new ServerSetup(BarFixture.MAIL_PORT, "127.0.0.1", ServerSetup.PROTOCOL_SMTP);

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");
  private final GreenMail server = new GreenMail(SMTP);

  @BeforeEach
  void startServer() {
    server.start();
    NotificationRuns.announceAndQueue(fixture); // passes over other tests' events
  }

  @AfterEach
  void stopServer() {
    server.stop();
    assertThat(fixture.sentInTransaction).isEmpty();
  }

  private void choose(String user, boolean allBookings, NotificationKind... kinds) {
    var saved =
        fixture
            .bean(NotificationPreferenceService.class)
            .save(new NotificationPreferences(user, ANNE, Set.of(kinds), 15, allBookings));
    assertThat(saved).isInstanceOf(NotificationPreferenceService.SaveResult.Saved.class);
  }

  private void chooseAll(String user) {
    choose(user, true, EnumSet.allOf(NotificationKind.class).toArray(NotificationKind[]::new));
  }

  private List<String> receivedSubjects() {
    return Arrays.stream(server.getReceivedMessages()).map(NotificationTest::subject).toList();
  }

  private static String subject(MimeMessage message) {
    try {
      return message.getSubject();
    } catch (MessagingException e) {
      throw new AssertionError(e);
    }
  }

  private void runTwice() {
    NotificationRuns.runAll(fixture);
    NotificationRuns.runAll(fixture);
  }

  private void set(int minutesAfterEight) {
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(minutesAfterEight)));
  }

  @Test
  void aBookingIsToldBeforeItsStartAtItsStartAndAtItsEnd() throws Exception {
    chooseAll("scientist");
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    runTwice();
    assertThat(receivedSubjects()).isEmpty();
    set(45);
    runTwice();
    set(60);
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    runTwice();
    set(120);
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    runTwice();
    assertThat(receivedSubjects())
        .containsExactly(
            "Starts soon: SPICE run 42", "Started: SPICE run 42", "Ended: SPICE run 42");
    var first = server.getReceivedMessages()[0];
    assertThat(first.getAllRecipients()).extracting(Object::toString).containsExactly(ANNE);
    assertThat(first.getHeader("Auto-Submitted", null)).isEqualTo("auto-generated");
    assertThat(GreenMailUtil.getBody(first)).contains("/bookings/", "1 Dec 2026 21:00:00 UTC");
  }

  @Test
  void onlyWhatWasChosenIsSentForALightpathAlone() {
    choose("scientist", false, NotificationKind.FAILED);
    scientist.post(RESERVATIONS, RequestBodies.LIGHTPATH);
    set(60);
    fixture.poll();
    fixture.segments.reportProblem("nsap", "LOS at LONDON");
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    fixture.pollNowAndAfter(Duration.ofSeconds(60));
    runTwice();
    assertThat(receivedSubjects()).containsExactly("Problem: a film");
  }

  @Test
  void nobodyIsMailedForABookingThatTheyMayNotSee() {
    chooseAll("scientist");
    chooseAll("officer");
    fixture
        .jdbc()
        .update(
            "insert into notification_settings values ('gone', 'g@x.example', 'ENDED', 5, true)");
    fixture.clientFor("operator").post(CO_ALLOCATIONS, RequestBodies.BOTH);
    set(45);
    runTwice();
    assertThat(recipients()).containsExactly("officer");
  }

  private List<@Nullable String> recipients() {
    return fixture.jdbc().queryForList("select recipient from mail", String.class);
  }

  @Test
  void aMailIsNotSentIfItsRecipientLostTheRightMeanwhile() {
    chooseAll("operator");
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    set(45);
    NotificationRuns.announceAndQueue(fixture);
    fixture.jdbc().update("update mail set recipient = 'gone'");
    NotificationRuns.deliver(fixture);
    assertThat(receivedSubjects()).isEmpty();
    assertThat(state()).isEqualTo("GIVEN_UP gone may no longer see this booking");
  }

  private @Nullable String state() {
    return fixture
        .jdbc()
        .queryForObject(
            "select state || ' ' || coalesce(last_failure, '') from mail", String.class);
  }

  @Test
  void aChangeBySomebodyElseIsToldAndOnesOwnIsNot() {
    chooseAll("scientist");
    var admin = fixture.clientFor("admin");
    var place = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).header("Location");
    patch(scientist, place, "{\"compute\":[{\"resource\":\"newton\",\"nodes\":8}]}");
    patch(admin, place, "{\"compute\":[{\"resource\":\"newton\",\"nodes\":2}]}");
    var alone = scientist.post(RESERVATIONS, RequestBodies.LIGHTPATH).header("Location");
    patch(scientist, alone, "{\"bandwidthMbps\":400}");
    patch(admin, alone, "{\"bandwidthMbps\":500}");
    admin.delete(place);
    admin.delete(alone); // a cut
    runTwice();
    assertThat(receivedSubjects())
        .containsExactly(
            "Changed: SPICE run 42",
            "Changed: a film",
            "Cancelled: SPICE run 42",
            "Failed: a film");
    assertThat(GreenMailUtil.getBody(server.getReceivedMessages()[0])).contains("by admin.");
  }

  private static void patch(ApiClient user, String place, String body) {
    var reply =
        user.send(
            user.requestTo(place)
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString(body)));
    assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
  }

  @Test
  void aBookingMadeShortlyBeforeItsStartIsNotAnnounced() {
    chooseAll("scientist");
    set(50);
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    set(55);
    runTwice();
    assertThat(receivedSubjects()).isEmpty();
  }

  @Test
  void aBookingThatIsMovedIsAnnouncedAgain() {
    chooseAll("scientist");
    var place = scientist.post(RESERVATIONS, RequestBodies.LIGHTPATH).header("Location");
    set(45);
    runTwice();
    patch(
        scientist,
        place,
        "{\"schedule\":{\"startTime\":\"2026-12-01T21:20:00Z\",\"endTime\":\"2026-12-01T22:00:00Z\"}}");
    set(66);
    runTwice();
    assertThat(receivedSubjects()).containsExactly("Starts soon: a film", "Starts soon: a film");
  }

  @Test
  void anAnnouncementThatCouldNotBeSentInTimeIsGivenUp() {
    server.stop();
    chooseAll("scientist");
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    set(45);
    NotificationRuns.runAll(fixture);
    assertThat(state()).startsWith("QUEUED Connection refused");
    server.start();
    NotificationRuns.deliver(fixture); // not before a minute has passed
    assertThat(receivedSubjects()).isEmpty();
    set(60);
    NotificationRuns.deliver(fixture);
    assertThat(receivedSubjects()).isEmpty();
    assertThat(state()).startsWith("GIVEN_UP Connection refused");
  }

  @Test
  void aMailIsTriedAgainWhenTheServerIsBack() {
    server.stop();
    chooseAll("scientist");
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    set(45);
    NotificationRuns.runAll(fixture);
    server.start();
    set(46);
    NotificationRuns.deliver(fixture);
    assertThat(receivedSubjects()).containsExactly("Starts soon: SPICE run 42");
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE_SEND", "AFTER_SEND"})
  void aBrokerKilledWhileItSendsRepeatsTheMailAtMostOnceUnderTheSameMessageId(Moment moment)
      throws Exception {
    chooseAll("scientist");
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    set(45);
    NotificationRuns.announceAndQueue(fixture);
    fixture.crashInjection.use(CrashSwitch.at(moment, 1));
    assertThatThrownBy(() -> NotificationRuns.deliver(fixture)).hasMessageContaining("");
    fixture.restartAfterCrash();
    set(46);
    NotificationRuns.deliver(fixture);
    NotificationRuns.deliver(fixture);
    var received = server.getReceivedMessages();
    assertThat(received).hasSize(moment == Moment.BEFORE_SEND ? 1 : 2);
    assertThat(received[received.length - 1].getMessageID()).isEqualTo(received[0].getMessageID());
    assertThat(state()).startsWith("SENT");
  }

  @ParameterizedTest
  @EnumSource(names = {"BEFORE_COMMIT", "AFTER_COMMIT"})
  void aBrokerKilledWhileItQueuesLosesNoMailAndQueuesNoneTwice(Moment moment) {
    chooseAll("scientist");
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    set(45);
    for (var number = 1; number <= 2; number++) { // the announcement, then the mail
      fixture.crashInjection.use(CrashSwitch.at(moment, 1));
      assertThatThrownBy(() -> NotificationRuns.announceAndQueue(fixture)).isNotNull();
      fixture.restartAfterCrash();
    }
    runTwice();
    assertThat(receivedSubjects()).containsExactly("Starts soon: SPICE run 42");
  }

  @Test
  void aServerThatHangsIsGivenUpAfterItsTimeout() throws IOException {
    server.stop();
    try (var _ = new ServerSocket(BarFixture.MAIL_PORT, 5, InetAddress.getLoopbackAddress())) {
      chooseAll("scientist");
      scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
      set(45);
      NotificationRuns.runAll(fixture);
      assertThat(state()).startsWith("QUEUED Read timed out");
    }
  }

  @Test
  void aMailThatTheServerRefusesForGoodIsGivenUp() throws Exception {
    server.stop();
    try (var socket = new ServerSocket(BarFixture.MAIL_PORT, 5, InetAddress.getLoopbackAddress())) {
      var script = Thread.ofVirtual().start(() -> refuseRecipients(socket));
      chooseAll("scientist");
      scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
      set(45);
      NotificationRuns.runAll(fixture);
      assertThat(state()).startsWith("GIVEN_UP").contains("550 no such user");
      script.join();
    }
  }

  private static void refuseRecipients(ServerSocket socket) {
    try (var session = socket.accept()) {
      var in =
          new BufferedReader(
              new InputStreamReader(session.getInputStream(), StandardCharsets.US_ASCII));
      var out = session.getOutputStream();
      out.write("220 ready\r\n".getBytes(StandardCharsets.US_ASCII));
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        var reply = line.startsWith("RCPT") ? "550 no such user\r\n" : "250 ok\r\n";
        out.write(reply.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aSubjectAddsNoHeaderAndNoRecipient() throws Exception {
    var mail =
        new MailText("Ended: x\r\nBcc: eve@example.org\r\n\r\ninjected", "Text\r\n.\r\nQUIT\n");
    var result = fixture.bean(SmtpSender.class).send("1", ANNE, mail);
    assertThat(result).isInstanceOf(SmtpSender.SendResult.Sent.class);
    var received = server.getReceivedMessages();
    assertThat(received).hasSize(1);
    assertThat(received[0].getAllRecipients()).hasSize(1);
    assertThat(received[0].getSubject()).isEqualTo("Ended: x Bcc: eve@example.org injected");
    assertThat(GreenMailUtil.getBody(received[0])).startsWith("Text");
  }

  @Test
  void mailToAnAddressThatTheUserLeftIsNotSent() {
    chooseAll("scientist");
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    set(45);
    NotificationRuns.announceAndQueue(fixture);
    fixture
        .bean(NotificationPreferenceService.class)
        .save(new NotificationPreferences("scientist", "new@ucl.example", Set.of(), 15, false));
    NotificationRuns.deliver(fixture);
    assertThat(receivedSubjects()).isEmpty();
  }
}
