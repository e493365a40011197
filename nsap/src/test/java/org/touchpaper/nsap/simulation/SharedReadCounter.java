package org.touchpaper.nsap.simulation;

import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.touchpaper.nsap.NsapConfiguration;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ElementDriver;

/** Counts readings of an element for several circuits at once, and their failures. */
final class SharedReadCounter {

  private static final Pattern CIRCUIT = Pattern.compile("TP-[0-9A-F]{12}");

  private static final AtomicLong SHARED = new AtomicLong();
  private static final AtomicLong FAILED = new AtomicLong();

  private SharedReadCounter() {}

  static long shared() {
    return SHARED.get();
  }

  static long failed() {
    return FAILED.get();
  }

  /** The NSAP with its readings counted. */
  @Import(NsapConfiguration.class)
  static class Counted {
    @Bean
    static BeanPostProcessor counted(BeanFactory beans) {
      return Mutants.replacing(beans, CountingDriver::new);
    }
  }

  private static final class CountingDriver extends MutantDriver {
    CountingDriver(ElementDriver real) {
      super(real);
    }

    @Override
    public Snapshot read(Collection<ConfigItem.Key> keys) {
      if (!isShared(keys)) {
        return real.read(keys);
      }
      SHARED.incrementAndGet();
      try {
        return real.read(keys);
      } catch (RuntimeException e) {
        FAILED.incrementAndGet();
        throw e;
      }
    }

    private static boolean isShared(Collection<ConfigItem.Key> keys) {
      return keys.stream()
              .flatMap(key -> CIRCUIT.matcher(key.key()).results())
              .map(MatchResult::group)
              .distinct()
              .limit(2)
              .count()
          > 1;
    }
  }
}
