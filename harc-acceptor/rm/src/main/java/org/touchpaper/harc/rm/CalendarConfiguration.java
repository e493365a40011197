package org.touchpaper.harc.rm;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.Task;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.backend.calendar.CalendarModule;
import org.touchpaper.harc.rm.backend.calendar.CalendarScheduler;
import org.touchpaper.harc.rm.backend.calendar.SiteHookCommand;
import org.touchpaper.harc.rm.booking.PreparedTransactions;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.platform.TouchpaperProperties;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager that keeps the calendar of a machine. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "touchpaper.rm.kind", havingValue = "calendar")
class CalendarConfiguration {

  @Bean
  CalendarModule calendarModule(
      ResourceManagerProperties rm,
      AccountMapping accounts,
      TouchpaperProperties service,
      @Lazy SchedulerClient schedulerClient,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionTemplate database,
      Clock clock) {
    var calendar = rm.calendar();
    var directory = calendar.directory();
    return new CalendarModule(
        calendar.machine(accounts),
        directory == null ? service.data().resolve("allocations") : directory,
        new SiteHookCommand(calendar.command(), calendar.commandTimeout()),
        new PreparedTransactions(jdbc, json, clock),
        new DueTask(schedulerClient, "allocation")::scheduleFresh,
        jdbc,
        json,
        database,
        clock);
  }

  @Bean
  CalendarScheduler machineCalendar(CalendarModule module) {
    return module.scheduler();
  }

  @Bean
  Task<Void> allocationTask(Clock clock, ObjectProvider<CalendarModule> module) {
    return DueTask.task("allocation", clock, bookingId -> module.getObject().check(bookingId));
  }

  @Bean
  StartupRecovery allocationRecovery(CalendarModule module) {
    return new StartupRecovery(module::resume);
  }
}
