package org.touchpaper.segment.provider;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Elements;

/**
 * Everything a segment service imports to become a {@link
 * org.touchpaper.segment.connection.NetworkSegment}. The service itself provides beans of type
 * {@link Admission}, {@link CircuitConfiguration}, {@link Elements} and {@link Holders}, and names
 * {@code classpath:platform/db/migration,classpath:segment/db/migration} among its Flyway
 * locations; {@link SegmentProvider} is the bean to call.
 */
@Configuration(proxyBeanMethods = false)
@Import(SegmentTasks.class)
@EnableConfigurationProperties(SegmentProperties.class)
public class SegmentConfiguration {

  /** The scheduler knows every task, and the tasks need these: hence only when first used. */
  @Bean
  DueRows segmentDueRows(ObjectProvider<SchedulerClient> scheduler) {
    return new DueRows(scheduler::getObject);
  }

  @Bean
  Transactions segmentTransactions(PlatformTransactionManager manager) {
    return new Transactions(manager);
  }

  @Bean
  Books segmentBooks(
      JdbcClient sql,
      DueRows due,
      Holders holders,
      Admission admission,
      Clock clock,
      @Value("${touchpaper.name}") String ourName) {
    return Books.of(sql, due, holders, admission, clock, ourName);
  }

  @Bean
  SegmentProvider segmentProvider(
      Transactions transactions,
      Books books,
      Holders holders,
      Admission admission,
      SegmentProperties properties) {
    return new SegmentProvider(transactions, books, holders, admission, properties);
  }

  @Bean
  HoldWork segmentHoldWork(
      Transactions transactions, Books books, Holders holders, SegmentProperties properties) {
    return new HoldWork(transactions, books, holders, properties);
  }

  @Bean
  CircuitWork segmentCircuitWork(
      Transactions transactions,
      Books books,
      CircuitConfiguration configuration,
      Circuits circuits,
      SegmentProperties properties,
      Turns turns) {
    return new CircuitWork(
        transactions, books, new CircuitJobs(books, configuration), circuits, properties, turns);
  }

  @Bean
  Circuits segmentCircuits(Elements elements, SegmentProperties properties) {
    return new Circuits(elements, properties.inDoubtFor());
  }

  @Bean
  Outstanding segmentOutstanding(JdbcClient sql, Clock clock, SegmentProperties properties) {
    return new Outstanding(sql, clock, properties.inDoubtFor());
  }

  @Bean
  Turns segmentTurns() {
    return new Turns();
  }

  @Bean
  Reconciler segmentReconciler(
      Transactions transactions,
      Books books,
      Elements elements,
      Circuits circuits,
      SegmentProperties properties,
      Turns turns) {
    var audit = new Audit(transactions, books, circuits, turns, properties.missingFor());
    return new Reconciler(transactions, books, elements, audit);
  }

  @Bean
  Unbooked segmentUnbooked(Transactions transactions, Books books, Elements elements) {
    return new Unbooked(transactions, books, elements);
  }

  /** By hand nothing happens by itself, and nobody hears what elements say. */
  @Bean
  @ConditionalOnProperty(
      name = "touchpaper.schedule.by-hand",
      havingValue = "false",
      matchIfMissing = true)
  Hints segmentHints(Elements elements, Reconciler reconciler) {
    return new Hints(elements, reconciler);
  }
}
