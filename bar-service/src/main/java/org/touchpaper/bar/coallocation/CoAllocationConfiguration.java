package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.reservation.Histories;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.time.TimeOrderedIds;

/** Puts the co-allocator together. */
@Configuration(proxyBeanMethods = false)
class CoAllocationConfiguration {

  @Bean
  @ConditionalOnMissingBean
  Harc harc(HarcClient client, Outbound outbound, Clock clock) {
    return new HarcGateway(client, outbound, clock);
  }

  @Bean
  Outlook outlook(Harc harc, Directory directory) {
    return new Outlook(harc, directory);
  }

  @Bean
  Callers callers() {
    return new Callers();
  }

  @Bean
  CoAllocator coAllocator(
      CoAllocations bookings,
      Histories histories,
      Harc harc,
      Directory directory,
      TimeOrderedIds ids,
      PlatformTransactionManager database,
      ApplicationEventPublisher watchers,
      Callers callers,
      @Value("${touchpaper.bar.attempts:5}") int attempts,
      @Value("${touchpaper.bar.attempt-pause:50ms}") Duration pause,
      @Value("${touchpaper.bar.patience:10s}") Duration patience,
      Clock clock) {
    var books = new Books(bookings, histories, new TransactionTemplate(database), watchers, clock);
    var drafts = new Drafts(directory, ids, clock);
    var slots = new Slots(harc, clock);
    return new CoAllocator(
        bookings,
        histories,
        books,
        drafts,
        new Intake(bookings, books, drafts, slots, directory, clock),
        new Pursuit(books, harc, drafts, slots, new Attempts(attempts, pause), clock),
        new Hearing(books, harc, clock),
        callers,
        patience,
        clock);
  }

  @Bean(name = "coAllocationRounds", destroyMethod = "close")
  Rounds rounds(
      CoAllocations bookings,
      CoAllocator coAllocator,
      PlatformTransactionManager database,
      Clock clock,
      @Value("${touchpaper.schedule.by-hand:false}") boolean byHand) {
    return new Rounds(bookings, coAllocator, new TransactionTemplate(database), clock, byHand);
  }
}
