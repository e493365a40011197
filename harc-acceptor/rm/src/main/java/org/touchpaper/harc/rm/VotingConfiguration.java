package org.touchpaper.harc.rm;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.Task;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.vote.Acceptors;
import org.touchpaper.harc.rm.vote.Ledgers;
import org.touchpaper.harc.rm.vote.OtherNames;
import org.touchpaper.harc.rm.vote.Retention;
import org.touchpaper.harc.rm.vote.Voter;
import org.touchpaper.harc.rm.wire.AcceptorStreams;
import org.touchpaper.harc.rm.wire.AcceptorsOverHttp;
import org.touchpaper.harc.rm.wire.WorkXml;
import org.touchpaper.harc.stream.Certificates;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.health.HealthPart;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.PeerAccess;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.platform.peers.Peers;
import tools.jackson.databind.json.JsonMapper;

/** The voter and what it needs, whatever it stands in front of. */
@Configuration(proxyBeanMethods = false)
class VotingConfiguration {

  @Bean
  AcceptorsOverHttp acceptorsOverHttp(Peers peers, Outbound outbound) {
    return new AcceptorsOverHttp(peers, outbound);
  }

  @Bean
  @Primary
  AcceptorStreams acceptors(
      AcceptorsOverHttp overHttp, Peers peers, Outbound outbound, TouchpaperProperties service)
      throws IOException {
    var tls = service.tls();
    var certificates =
        tls == null ? null : new Certificates(tls.certificate(), tls.key(), tls.authority());
    var streams = Streams.of(service.name(), certificates);
    return new AcceptorStreams(overHttp, peers, outbound, streams, certificates != null);
  }

  @Bean
  Ledgers ledgers(JdbcClient jdbc, JsonMapper json, Clock clock) {
    return new Ledgers(jdbc, json, clock);
  }

  /** For what is slow, beside the answer to a request. */
  @Bean
  @ConditionalOnMissingBean(name = "voterThreads")
  Background voterThreads() {
    return new Background();
  }

  @Bean
  Voter voter(
      RmProperties rm,
      Peers peers,
      Ledgers ledgers,
      LocalScheduler scheduler,
      Acceptors acceptors,
      @Lazy SchedulerClient reminders,
      TransactionTemplate database,
      @Qualifier("voterThreads") Executor voterThreads,
      Clock clock) {
    return new Voter(
        peers.self(),
        rm.timing(),
        rm.longestVote(),
        ledgers,
        scheduler,
        new WorkXml(),
        acceptors,
        new DueRow(reminders, "transaction")::afreshAt,
        database,
        voterThreads,
        clock);
  }

  @Bean
  Task<Void> transactionTask(Clock clock, ObjectProvider<Voter> voter) {
    return DueRow.task("transaction", clock, id -> voter.getObject().goOn(id));
  }

  @Bean
  Recovery transactionRecovery(Voter voter) {
    return new Recovery(voter::restart);
  }

  @Bean
  Retention retention(
      RmProperties rm, Ledgers ledgers, Voter voter, LocalScheduler scheduler, Clock clock) {
    return new Retention(rm.keep(), ledgers, voter, scheduler, clock);
  }

  @Bean
  Task<Void> retentionTask(Clock clock, ObjectProvider<Retention> retention) {
    return DueRow.task("retention", clock, _ -> Optional.of(retention.getObject().forget()));
  }

  @Bean
  Recovery retentionRecovery(@Lazy SchedulerClient reminders, Clock clock) {
    return new Recovery(() -> new DueRow(reminders, "retention").at("all", clock.instant()));
  }

  @Bean
  Recovery streams(
      AcceptorStreams acceptors, Voter voter, @Qualifier("voterThreads") Executor voterThreads) {
    return new Recovery(() -> acceptors.open(voter, voterThreads));
  }

  @Bean
  HealthPart transactionsHealth(Peers peers, Ledgers ledgers, Voter voter) {
    return new TransactionsHealth(ledgers, new OtherNames(peers.self(), ledgers), voter);
  }

  @Bean
  PeerAccess prepareIsForAcceptors() {
    return PeerAccess.to("/harc/prepare", PeerRole.ACCEPTOR);
  }

  @Bean
  PeerAccess decideIsForAcceptors() {
    return PeerAccess.to("/harc/decide", PeerRole.ACCEPTOR);
  }

  @Bean
  PeerAccess queryIsForClients() {
    return PeerAccess.to("/harc/query", PeerRole.REQUESTER);
  }

  @Bean
  PeerAccess timetableIsForClients() {
    return PeerAccess.to("/harc/timetable", PeerRole.REQUESTER);
  }
}
