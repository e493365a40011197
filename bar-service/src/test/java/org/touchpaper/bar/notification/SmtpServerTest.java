package org.touchpaper.bar.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.mail.autoconfigure.MailSenderAutoConfiguration;
import org.springframework.mail.javamail.JavaMailSender;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.fixture.InstalledPrograms;
import org.touchpaper.bar.notification.SmtpSender.SendResult;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends mail to aiosmtpd, an SMTP server from PyPI, over STARTTLS (RFC 3207) with a login (RFC
 * 4954), as the BAR is configured for it. Without the server the test is skipped.
 */
class SmtpServerTest {

  private static final String ANNE = "anne@ucl.example";
  private static final MailText MAIL =
      new MailText("Started: Poröse Membran – 42", "It runs.\n.\nMore: größer\n");

  private static Process server;
  private static BufferedReader output;
  private static String port;

  @BeforeAll
  static void start() throws Exception {
    var programs = new InstalledPrograms("smtp");
    programs.installFromPyPi("aiosmtpd==1.4.6");
    programs.copy("smtp_server.py");
    server =
        programs.begin(
            Duration.ofMinutes(10), "python", "smtp_server.py", "touchpaper", "right password");
    output = server.inputReader();
    port = Objects.requireNonNull(output.readLine(), "the server ended; see target/clients/smtp");
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.destroy();
      server.waitFor();
    }
  }

  /**
   * Sends the mail.
   *
   * @param isTrusted whether the server's self-signed certificate is
   */
  private static SendResult send(String address, String password, boolean isTrusted) {
    var options =
        Stream.of(
            "host=127.0.0.1",
            "port=" + port,
            "username=touchpaper",
            "password=" + password,
            "properties.mail.smtp.starttls.required=true");
    var trust =
        Stream.of(
            "properties.mail.smtp.ssl.trust=*",
            "properties.mail.smtp.ssl.checkserveridentity=false");
    try (var context =
        new SpringApplicationBuilder(MailSenderAutoConfiguration.class)
            .web(WebApplicationType.NONE)
            .properties("spring.config.name=bar")
            .run(
                Stream.concat(options, isTrusted ? trust : Stream.of())
                    .map(option -> "--spring.mail." + option)
                    .toArray(String[]::new))) {
      return new SmtpSender(
              context.getBeanProvider(JavaMailSender.class),
              new MailProperties("touchpaper@ucl.example"),
              new BrokerIdentity("bar-ucl", URI.create("https://bar.ucl.example"), "ucl"),
              OutgoingPeerCallInterceptor.PASS_THROUGH)
          .send("17", address, MAIL);
    }
  }

  private static JsonNode received() throws Exception {
    return JsonMapper.shared().readTree(output.readLine());
  }

  @Test
  void aMailArrivesEncryptedAndAfterALogin() throws Exception {
    assertThat(send(ANNE, "right password", true)).isInstanceOf(SendResult.Sent.class);
    var mail = received();
    assertThat(mail.path("tls").asBoolean()).isTrue();
    assertThat(mail.path("login").asString()).isEqualTo("touchpaper");
    assertThat(mail.path("from").asString()).isEqualTo("touchpaper@ucl.example");
    assertThat(mail.path("to").get(0).asString()).isEqualTo(ANNE);
    assertThat(mail.path("content").asString())
        .contains("Message-ID: <17@bar.ucl.example>", "Auto-Submitted: auto-generated")
        .contains("Subject: =?UTF-8?", "Content-Type: text/plain; charset=UTF-8")
        .contains("It runs.\r\n.\r\nMore: gr=C3=B6=C3=9Fer");
  }

  @Test
  void aServerThatRefusesTheAddressIsNotAskedAgain() {
    assertThat(send("nobody@ucl.example", "right password", true))
        .isInstanceOfSatisfying(
            SendResult.Rejected.class,
            rejected -> assertThat(rejected.reason()).contains("550", "no such user here"));
  }

  @Test
  void aWrongPasswordMayBeCorrected() {
    assertThat(send(ANNE, "wrong", true))
        .isInstanceOfSatisfying(
            SendResult.Unavailable.class,
            failed -> assertThat(failed.reason()).contains("535", "Authentication"));
  }

  @Test
  void anUnknownCertificateGetsNoMailAndNoPassword() {
    assertThat(send(ANNE, "right password", false))
        .isInstanceOfSatisfying(
            SendResult.Unavailable.class,
            failed -> assertThat(failed.reason()).contains("certification path"));
  }
}
