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
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.calendar.CalendarHouse;
import org.touchpaper.harc.rm.calendar.MachineCalendar;
import org.touchpaper.harc.rm.calendar.MachineCommand;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.platform.TouchpaperProperties;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager that keeps a machine's calendar itself. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "touchpaper.rm.kind", havingValue = "calendar")
class CalendarConfiguration {

  @Bean
  CalendarHouse calendarHouse(
      RmProperties rm,
      Accounts accounts,
      TouchpaperProperties service,
      @Lazy SchedulerClient reminders,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionTemplate database,
      Clock clock) {
    var calendar = rm.calendar();
    var directory = calendar.directory();
    return new CalendarHouse(
        calendar.machine(accounts),
        directory == null ? service.data().resolve("allocations") : directory,
        new MachineCommand(calendar.command(), calendar.commandTimeout()),
        new Answers(jdbc, json, clock),
        new DueRow(reminders, "allocation")::afreshAt,
        jdbc,
        json,
        database,
        clock);
  }

  @Bean
  MachineCalendar machineCalendar(CalendarHouse house) {
    return house.calendar();
  }

  @Bean
  Task<Void> allocationTask(Clock clock, ObjectProvider<CalendarHouse> house) {
    return DueRow.task("allocation", clock, ident -> house.getObject().look(ident));
  }

  @Bean
  Recovery allocationRecovery(CalendarHouse house) {
    return new Recovery(house::restart);
  }
}
