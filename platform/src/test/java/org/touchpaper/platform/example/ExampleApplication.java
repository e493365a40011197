package org.touchpaper.platform.example;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerAccessRule;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.soap.SoapContract;
import org.touchpaper.platform.soap.SoapFaultException;
import org.touchpaper.platform.soap.SoapServiceDefinition;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.schema.segment.FaultCode;
import org.touchpaper.schema.segment.Notify;
import org.touchpaper.schema.segment.NotifyAnswer;
import org.touchpaper.schema.segment.Outcome;
import org.touchpaper.schema.segment.OutcomeAnswer;
import org.touchpaper.schema.segment.OutcomeKind;
import org.touchpaper.schema.segment.Person;
import org.touchpaper.schema.segment.Requester;
import org.touchpaper.schema.segment.SegmentFault;

/** A minimal service that holds segments; every outcome is COMMIT. */
@SpringBootApplication
public class ExampleApplication {

  @Bean
  Clock clock() {
    return SettableClock.at("2026-12-01T21:00:00Z");
  }

  @Bean
  SoapContract holderContract() {
    return SoapContract.load(
        "schema/segment/segment-holder.wsdl",
        "schema/segment/segment.xsd",
        "org.touchpaper.schema.segment");
  }

  @Bean
  SoapServiceDefinition segmentHolder(SoapContract contract, ReceivedMessages received) {
    return SoapServiceDefinition.of(contract)
        .allow(PeerRole.SEGMENT)
        .handle(Outcome.class, received::outcome)
        .handle(Notify.class, received::notify)
        .whenMalformed(sentence -> fault(FaultCode.MALFORMED, sentence))
        .build();
  }

  @Bean
  PeerAccessRule prepare() {
    return PeerAccessRule.to("/harc/prepare", PeerRole.ACCEPTOR);
  }

  @Bean
  PeerAccessRule query() {
    return PeerAccessRule.to("/harc/query", PeerRole.SEGMENT, PeerRole.ACCEPTOR);
  }

  @Bean
  ReceivedMessages heard(JdbcClient database, TransactionTemplate transaction) {
    return new ReceivedMessages(database, transaction);
  }

  /** The messages received, in the database. */
  static class ReceivedMessages {
    private final JdbcClient database;
    private final TransactionTemplate transaction;
    final List<String> callers = new CopyOnWriteArrayList<>();

    ReceivedMessages(JdbcClient database, TransactionTemplate transaction) {
      this.database = database;
      this.transaction = transaction;
    }

    OutcomeAnswer outcome(Outcome question, Peer caller) {
      callers.add(caller.name());
      if (question.getVersion() == 99) {
        throw SoapFaultException.callerFault(
            "no version 99", fault(FaultCode.UNKNOWN_CONNECTION, "no version 99"));
      }
      if (question.getVersion() == 98) {
        throw new IllegalStateException("a secret of our insides");
      }
      var answer = new OutcomeAnswer();
      answer.setRequester(question.getRequester());
      answer.setBecome(OutcomeKind.COMMIT);
      return answer;
    }

    NotifyAnswer notify(Notify event, Peer caller) {
      transaction.executeWithoutResult(_ ->
          database
              .sql("insert into received_message (connection) values (?) on conflict do nothing")
              .param(event.getConnectionId())
              .update());
      var answer = new NotifyAnswer();
      answer.setRequester(event.getRequester());
      return answer;
    }

    List<String> connections() {
      return database
          .sql("select connection from received_message")
          .query((row, _) -> String.valueOf(row.getString(1)))
          .list();
    }
  }

  static SegmentFault fault(FaultCode code, String sentence) {
    var fault = new SegmentFault();
    fault.setCode(code);
    fault.setMessage(sentence);
    return fault;
  }

  static Requester requester(String peer) {
    var person = new Person();
    person.setName("scientist");
    person.setHomeSite("ucl");
    person.setRole("scientist");
    var requester = new Requester();
    requester.setPeer(peer);
    requester.setOnBehalfOf(person);
    requester.setCorrelationId("019abd3c-0a7e-7c11-8f4e-2f6f0d5c1a01");
    return requester;
  }

  /** A REST resource for people. */
  @RestController
  static class Echo {
    record EchoRequest(String host, @Nullable Integer bandwidthMbps, @Nullable EchoRequest more) {}

    @PostMapping("/api/echo")
    EchoRequest echo(@RequestBody EchoRequest wish) {
      if (wish.bandwidthMbps() != null && wish.bandwidthMbps() < 1) {
        throw InvalidRequestException.unprocessable(
            "bandwidthMbps", "at-least-1", "the bandwidth is at least 1 Mbit/s");
      }
      if (wish.host().equals("broken")) {
        throw new IllegalStateException("a secret of our insides");
      }
      return wish;
    }

    @PostMapping("/harc/prepare")
    String prepare() {
      return "prepared";
    }

    @GetMapping("/harc/query")
    String query() {
      return "known";
    }

    @GetMapping("/harc/forgotten")
    String forgotten() {
      return "a path without a rule";
    }
  }
}
