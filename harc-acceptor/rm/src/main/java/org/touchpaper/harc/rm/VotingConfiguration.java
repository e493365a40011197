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
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.transport.QueryService;
import org.touchpaper.harc.rm.transport.StreamAcceptorClients;
import org.touchpaper.harc.rm.transport.XmlActionAndVoteNoteCodec;
import org.touchpaper.harc.rm.voting.AcceptorClients;
import org.touchpaper.harc.rm.voting.RenamedServiceGuard;
import org.touchpaper.harc.rm.voting.TransactionPurger;
import org.touchpaper.harc.rm.voting.VoteRepository;
import org.touchpaper.harc.rm.voting.Voter;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.TlsCertificatePaths;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.PeerAccessRule;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.security.RequiredPeersRule;
import tools.jackson.databind.json.JsonMapper;

/** The voter and its dependencies, common to all kinds of scheduler. */
@Configuration(proxyBeanMethods = false)
class VotingConfiguration {

  @Bean
  StreamAcceptorClients acceptors(
      PeerRegistry peers, OutgoingPeerCallInterceptor outbound, TouchpaperProperties service)
      throws IOException {
    var tls = service.tls();
    var certificates =
        tls == null ? null : new TlsCertificatePaths(tls.certificate(), tls.key(), tls.authority());
    return new StreamAcceptorClients(peers, outbound, PeerStreams.of(service.name(), certificates));
  }

  @Bean
  VoteRepository voteRepository(JdbcClient jdbc, JsonMapper json, Clock clock) {
    return new VoteRepository(jdbc, json, clock);
  }

  /** For slow work outside the handling of a request. */
  @Bean
  @ConditionalOnMissingBean(name = "voterThreads")
  BackgroundExecutor voterThreads() {
    return new BackgroundExecutor();
  }

  @Bean
  Voter voter(
      ResourceManagerProperties rm,
      PeerRegistry peers,
      VoteRepository votes,
      LocalScheduler scheduler,
      AcceptorClients acceptors,
      @Lazy SchedulerClient schedulerClient,
      TransactionTemplate database,
      @Qualifier("voterThreads") Executor voterThreads,
      Clock clock) {
    return new Voter(
        peers.self(),
        rm.timing(),
        rm.longestVote(),
        votes,
        scheduler,
        new XmlActionAndVoteNoteCodec(),
        acceptors,
        new DatabaseTaskScheduler(schedulerClient, "transaction")::scheduleFresh,
        database,
        voterThreads,
        clock);
  }

  @Bean
  QueryService queryService(Voter voter, LocalScheduler scheduler) {
    return new QueryService(voter, scheduler);
  }

  @Bean
  Task<Void> transactionTask(Clock clock, ObjectProvider<Voter> voter) {
    return DatabaseTaskScheduler.task("transaction", clock, id -> voter.getObject().advance(id));
  }

  @Bean
  StartupTaskRunner transactionRecovery(Voter voter) {
    return new StartupTaskRunner(voter::resume);
  }

  @Bean
  TransactionPurger transactionPurger(
      ResourceManagerProperties rm,
      VoteRepository votes,
      Voter voter,
      LocalScheduler scheduler,
      Clock clock) {
    return new TransactionPurger(rm.retention(), votes, voter, scheduler, clock);
  }

  @Bean
  Task<Void> retentionTask(Clock clock, ObjectProvider<TransactionPurger> transactionPurger) {
    return DatabaseTaskScheduler.task(
        "retention", clock, _ -> Optional.of(transactionPurger.getObject().purge()));
  }

  @Bean
  StartupTaskRunner retentionRecovery(@Lazy SchedulerClient schedulerClient, Clock clock) {
    return new StartupTaskRunner(() ->
        new DatabaseTaskScheduler(schedulerClient, "retention").schedule("all", clock.instant()));
  }

  @Bean
  StartupTaskRunner streams(
      StreamAcceptorClients acceptors,
      Voter voter,
      @Qualifier("voterThreads") Executor voterThreads) {
    return new StartupTaskRunner(() -> acceptors.open(voter, voterThreads));
  }

  @Bean
  HealthIndicator transactionsHealthIndicator(
      PeerRegistry peers, VoteRepository votes, Voter voter) {
    return new TransactionsHealthIndicator(
        votes, new RenamedServiceGuard(peers.self(), votes), voter);
  }

  @Bean
  RequiredPeersRule requesterRequirement() {
    return RequiredPeersRule.anyWith(PeerRole.REQUESTER);
  }

  @Bean
  PeerAccessRule queryIsForClients() {
    return PeerAccessRule.to("/harc/query", PeerRole.REQUESTER);
  }

  @Bean
  PeerAccessRule timetableIsForClients() {
    return PeerAccessRule.to("/harc/timetable", PeerRole.REQUESTER);
  }

  @Bean
  PeerAccessRule applicationsAreForClients() {
    return PeerAccessRule.to("/harc/applications", PeerRole.REQUESTER);
  }
}
