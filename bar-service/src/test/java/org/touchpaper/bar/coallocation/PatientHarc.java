package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.touchpaper.harc.commit.Request;

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

  private static final class Patient extends ForwardingHarc {
    private final BooleanSupplier decides;

    Patient(Harc harc, BooleanSupplier decides) {
      super(harc);
      this.decides = decides;
    }

    @Override
    public Answer begin(Request request, Duration patience) {
      return super.begin(request, decides.getAsBoolean() ? PATIENCE : patience);
    }
  }
}
