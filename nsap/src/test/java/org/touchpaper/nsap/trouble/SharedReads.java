package org.touchpaper.nsap.trouble;

import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.touchpaper.nsap.NsapConfiguration;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Item;

/** How often an element was read for several circuits at once, and how often that failed. */
final class SharedReads {

  private static final Pattern CIRCUIT = Pattern.compile("TP-[0-9A-F]{12}");

  private static final AtomicLong SHARED = new AtomicLong();
  private static final AtomicLong FAILED = new AtomicLong();

  private SharedReads() {}

  static long shared() {
    return SHARED.get();
  }

  static long failed() {
    return FAILED.get();
  }

  /** The NSAP as it is, with its readings counted. */
  @Import(NsapConfiguration.class)
  static class Counted {
    @Bean
    static BeanPostProcessor counted(BeanFactory beans) {
      return Mutants.replacing(beans, Counting::new);
    }
  }

  private static final class Counting extends MutantDriver {
    Counting(ElementDriver real) {
      super(real);
    }

    @Override
    public Snapshot read(Collection<Item.Key> keys) {
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

    private static boolean isShared(Collection<Item.Key> keys) {
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
