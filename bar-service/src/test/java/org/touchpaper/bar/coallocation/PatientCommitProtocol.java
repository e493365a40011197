package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.harc.protocol.TransactionRequest;

/**
 * A port with a longer timeout than the broker's for acceptors that will answer, because test
 * machines are slow.
 */
public final class PatientCommitProtocol implements BeanPostProcessor {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final BooleanSupplier decides;

  /** Sets whether the acceptors decide at all. */
  public PatientCommitProtocol(BooleanSupplier decides) {
    this.decides = decides;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof CommitProtocolPort harc ? new PatientPort(harc, decides) : bean;
  }

  private static final class PatientPort extends ForwardingCommitProtocol {
    private final BooleanSupplier decides;

    PatientPort(CommitProtocolPort harc, BooleanSupplier decides) {
      super(harc);
      this.decides = decides;
    }

    @Override
    public TransactionResult begin(
        TransactionRequest request, Map<UUID, String> fields, Duration patience) {
      return super.begin(request, fields, decides.getAsBoolean() ? PATIENCE : patience);
    }
  }
}
