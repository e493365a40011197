package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Waits longer for acceptors than the broker would, as long as they are about to answer: what is
 * slow in a test is the machine.
 */
public final class PatientHarc implements BeanPostProcessor {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final BooleanSupplier decides;

  /** The acceptors decide at some time, or do not. */
  public PatientHarc(BooleanSupplier decides) {
    this.decides = decides;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof Harc harc ? new Patient(harc, decides) : bean;
  }

  private record Patient(Harc harc, BooleanSupplier decides) implements Harc {
    @Override
    public Answer begin(Request request, Duration patience) {
      return harc.begin(request, decides.getAsBoolean() ? PATIENCE : patience);
    }

    @Override
    public Map<UUID, Heard> query(String rm, TransactionId transaction) {
      return harc.query(rm, transaction);
    }

    @Override
    public Free timetable(
        String rm,
        String resource,
        Person person,
        Schedule window,
        @Nullable Integer amount,
        @Nullable Duration length) {
      return harc.timetable(rm, resource, person, window, amount, length);
    }
  }
}
