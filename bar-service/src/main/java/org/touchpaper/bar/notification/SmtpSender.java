package org.touchpaper.bar.notification;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSendException;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.MimeMessageHelper;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;

/** Sends one mail at a time to the mail server, if one is configured. */
@Component
@EnableConfigurationProperties(MailProperties.class)
class SmtpSender {

  private final @Nullable JavaMailSender server;
  private final String host;
  private final String from;
  private final OutgoingPeerCallInterceptor outbound;

  SmtpSender(
      ObjectProvider<JavaMailSender> server,
      MailProperties properties,
      BrokerIdentity identity,
      OutgoingPeerCallInterceptor outbound) {
    this.server = server.getIfAvailable();
    this.host = String.valueOf(identity.url().getHost());
    this.from = properties.from().isBlank() ? "touchpaper@" + domain(host) : properties.from();
    this.outbound = outbound;
    if (isConfigured() && findProblem(from).isPresent()) {
      throw new IllegalArgumentException(
          "touchpaper.bar.mail.from must be a mail address; it is " + from);
    }
  }

  /** An IPv4 address is a domain only in brackets (RFC 5321 section 4.1.3). */
  private static String domain(String host) {
    return host.matches("[0-9.]+")
        ? "[" + host + "]"
        : host.matches("[A-Za-z0-9.-]+") ? host : "localhost";
  }

  /** The result of an attempt. */
  sealed interface SendResult {
    record Sent() implements SendResult {}

    /** The server refuses this mail for good. */
    record Rejected(String reason) implements SendResult {}

    /** The server does not answer, or not now. */
    record Unavailable(String reason) implements SendResult {}
  }

  boolean isConfigured() {
    return server != null;
  }

  /** Returns why an address cannot be used; empty if it can. */
  static Optional<String> findProblem(String address) {
    try {
      if (address.length() > 254 || !address.matches("[\\x21-\\x7e]+@[\\x21-\\x7e]+")) {
        return Optional.of("Enter one mail address, such as anne@ucl.ac.uk.");
      }
      var parsed = InternetAddress.parse(address, true);
      parsed[0].validate();
      return parsed.length == 1 && parsed[0].getAddress().equals(address)
          ? Optional.empty()
          : Optional.of("Enter one mail address, without a name.");
    } catch (AddressException e) {
      return Optional.of("This is not a mail address: " + e.getMessage() + ".");
    }
  }

  SendResult send(String messageId, String address, MailText mail) {
    var configured = server;
    if (configured == null) {
      return new SendResult.Unavailable("no mail server is configured");
    }
    try {
      return outbound.send(
          "mail",
          () -> {
            configured.send(message(configured, messageId, address, mail));
            return new SendResult.Sent();
          });
    } catch (MailException e) {
      return failure(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      return new SendResult.Unavailable(describe(e));
    }
  }

  /** Headers are set by Jakarta Mail, which encodes what is not ASCII; the subject is one line. */
  private MimeMessage message(
      JavaMailSender sender, String messageId, String address, MailText mail)
      throws MessagingException {
    var message = sender.createMimeMessage();
    var helper = new MimeMessageHelper(message, StandardCharsets.UTF_8.name());
    helper.setFrom(new InternetAddress(from, true));
    helper.setTo(new InternetAddress(address, true));
    helper.setSubject(MailText.oneLine(mail.subject(), 200));
    helper.setText(mail.text());
    message.setHeader("Message-ID", "<" + messageId + "@" + domain(host) + ">");
    message.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834: no automatic replies
    return message;
  }

  /** Status codes of the server that begin with 5 are permanent (RFC 5321 section 4.2.1). */
  private static SendResult failure(MailException e) {
    var causes = causes(e);
    var reason = describe(causes.getLast());
    return causes.stream().anyMatch(SmtpSender::isPermanent)
        ? new SendResult.Rejected(reason)
        : new SendResult.Unavailable(reason);
  }

  private static boolean isPermanent(Throwable cause) {
    return switch (cause) {
      case SMTPAddressFailedException refused -> refused.getReturnCode() / 100 == 5;
      case SMTPSendFailedException refused -> refused.getReturnCode() / 100 == 5;
      default -> false;
    };
  }

  private static List<Throwable> causes(MailException e) {
    var first =
        e instanceof MailSendException failed && failed.getMessageExceptions().length > 0
            ? failed.getMessageExceptions()[0]
            : e;
    return Stream.<Throwable>iterate(first, cause -> cause != null, Throwable::getCause).toList();
  }

  private static String describe(Throwable e) {
    return MailText.oneLine(e.getMessage() == null ? e.toString() : e.getMessage(), 300);
  }
}
