package org.touchpaper.harc.rm;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.Task;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.backend.calendar.CalendarBackend;
import org.touchpaper.harc.rm.backend.calendar.SiteCommandJobLauncher;
import org.touchpaper.harc.rm.backend.calendar.SiteHookCommand;
import org.touchpaper.harc.rm.backend.slurm.ReconciliationLoop;
import org.touchpaper.harc.rm.backend.slurm.SlurmBackend;
import org.touchpaper.harc.rm.backend.units.Facility;
import org.touchpaper.harc.rm.backend.units.UnitBackend;
import org.touchpaper.harc.rm.booking.Backend;
import org.touchpaper.harc.rm.booking.BackendResourceScheduler;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.harc.rm.run.ApplicationRegistry;
import org.touchpaper.harc.rm.run.JobLauncher;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.security.PeerRegistry;
import tools.jackson.databind.json.JsonMapper;

/** The backends on the booking kernel, one of which {@code touchpaper.rm.kind} selects. */
@Configuration(proxyBeanMethods = false)
class BackendConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(BackendConfiguration.class);
  private static final String KIND = "touchpaper.rm.kind";
  private static final String RUN = "run";
  private static final String RECONCILIATION = "slurm-patrol";

  /** Lazy: the warning appears only for a backend that uses accounts. */
  @Bean
  @Lazy
  AccountMapping accounts(ResourceManagerProperties rm) {
    if (rm.sites().isEmpty()) {
      LOG.warn(
          "touchpaper.rm.sites is not set: users with the same name at different sites share an account. List"
              + " the sites whose users are known by name alone");
    }
    return rm.accountMapping();
  }

  @Bean
  ApplicationRegistry applications(ResourceManagerProperties rm) {
    return new ApplicationRegistry(rm.applications());
  }

  /** The runs that a launcher carries out. */
  interface RunServices extends Function<JobLauncher, RunService> {}

  @Bean
  RunServices runServices(
      ResourceManagerProperties rm,
      ApplicationRegistry applications,
      ObjectProvider<AccountMapping> accounts,
      @Lazy SchedulerClient schedulerClient,
      JdbcClient jdbc,
      JsonMapper json,
      Clock clock) {
    return launcher ->
        new RunService(
            rm.kind() == ResourceManagerProperties.Kind.SLURM
                ? rm.slurm().name()
                : String.valueOf(rm.calendar().cluster()),
            applications,
            launcher,
            accounts.getObject(),
            jdbc,
            json,
            new DatabaseTaskScheduler(schedulerClient, RUN)::scheduleFresh,
            clock);
  }

  @Bean
  @ConditionalOnProperty(name = KIND, havingValue = "calendar")
  CalendarBackend calendarBackend(
      ResourceManagerProperties rm,
      RunServices runs,
      AccountMapping accounts,
      TouchpaperProperties service,
      JdbcClient jdbc,
      JsonMapper json,
      Clock clock) {
    var calendar = rm.calendar();
    var directory = calendar.directory();
    return new CalendarBackend(
        calendar.machine(accounts),
        directory == null ? service.data().resolve("allocations") : directory,
        new SiteHookCommand(calendar.command(), calendar.commandTimeout()),
        Optional.of(
            runs.apply(
                new SiteCommandJobLauncher(calendar.launcher(), calendar.commandTimeout(), json))),
        jdbc,
        json,
        clock);
  }

  @Bean
  @ConditionalOnProperty(name = KIND, havingValue = "generic")
  UnitBackend unitBackend(ResourceManagerProperties rm, JdbcClient jdbc, Clock clock) {
    var generic = rm.generic();
    return new UnitBackend(new Facility(generic.name(), generic.units(), rm.sites()), jdbc, clock);
  }

  @Bean
  @ConditionalOnProperty(name = KIND, havingValue = "slurm")
  SlurmBackend slurmBackend(
      ResourceManagerProperties rm,
      RunServices runs,
      AccountMapping accounts,
      PeerRegistry peers,
      JdbcClient jdbc,
      Clock clock) {
    var slurm = rm.slurm();
    return SlurmBackend.of(
        slurm.cluster(peers.self(), accounts), slurm.access(), runs, jdbc, clock);
  }

  @Bean
  @ConditionalOnBean(Backend.class) // so it must come after the backends
  Task<Void> runTask(Clock clock, ObjectProvider<BackendResourceScheduler> scheduler) {
    return DatabaseTaskScheduler.task(
        RUN, clock, bookingId -> scheduler.getObject().synchronizer().checkRun(bookingId));
  }

  /** Always up: bookings do not need the applications. */
  @Bean
  @ConditionalOnBean(Backend.class)
  HealthIndicator applicationsHealthIndicator(ApplicationRegistry applications) {
    return () ->
        Health.up()
            .withDetail(
                "applications",
                applications.problem().orElseGet(() -> applications.size() + " registered"))
            .build();
  }

  @Bean
  @ConditionalOnBean(Backend.class)
  BackendResourceScheduler backendResourceScheduler(
      Backend backend,
      @Lazy SchedulerClient schedulerClient,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionTemplate database,
      Clock clock) {
    return new BackendResourceScheduler(
        backend,
        jdbc,
        json,
        database,
        new DatabaseTaskScheduler(schedulerClient, "booking")::scheduleFresh,
        clock);
  }

  @Bean
  @ConditionalOnBean(Backend.class)
  Task<Void> bookingTask(Clock clock, ObjectProvider<BackendResourceScheduler> scheduler) {
    return DatabaseTaskScheduler.task(
        "booking", clock, bookingId -> scheduler.getObject().synchronizer().check(bookingId));
  }

  @Bean
  @ConditionalOnBean(Backend.class)
  StartupTaskRunner bookingRecovery(BackendResourceScheduler scheduler) {
    return new StartupTaskRunner(scheduler::resume);
  }

  @Bean
  @ConditionalOnBean(SlurmBackend.class)
  ReconciliationLoop reconciliationLoop(
      SlurmBackend backend,
      BackendResourceScheduler scheduler,
      @Lazy SchedulerClient schedulerClient,
      Clock clock) {
    return new ReconciliationLoop(
        backend,
        scheduler.synchronizer(),
        new DatabaseTaskScheduler(schedulerClient, "booking")::scheduleFresh,
        clock);
  }

  @Bean
  @ConditionalOnBean(SlurmBackend.class)
  Task<Void> reconciliationTask(Clock clock, ObjectProvider<ReconciliationLoop> loop) {
    return DatabaseTaskScheduler.task(
        RECONCILIATION, clock, _ -> Optional.of(loop.getObject().reconcile()));
  }

  @Bean
  @ConditionalOnBean(SlurmBackend.class)
  StartupTaskRunner reconciliationRecovery(@Lazy SchedulerClient schedulerClient, Clock clock) {
    return new StartupTaskRunner(() ->
        new DatabaseTaskScheduler(schedulerClient, RECONCILIATION)
            .schedule("all", clock.instant()));
  }

  /**
   * Reports whether Slurm answered the latest request, and its reservations that are in none of our
   * records. The reconciliation loop sends a request every few seconds.
   */
  @Bean
  @ConditionalOnBean(SlurmBackend.class)
  HealthIndicator slurmHealthIndicator(ReconciliationLoop loop) {
    return () ->
        loop.problem()
            .map(problem -> Health.down().withDetail("problem", problem))
            .orElseGet(
                () -> Health.up().withDetail("slurm", loop.describeDrift().orElse("answers")))
            .build();
  }
}
