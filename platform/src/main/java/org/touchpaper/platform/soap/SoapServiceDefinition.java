package org.touchpaper.platform.soap;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRole;

/**
 * A SOAP service at {@code /services/<name>}: define it as a bean.
 *
 * <pre>{@code
 * SoapServiceDefinition.of(contract)
 *     .allow(PeerRole.HOLDER)
 *     .handle(Commit.class, (commit, caller) -> response)
 *     .whenMalformed(message -> segmentFault(MALFORMED, message))
 *     .build()
 * }</pre>
 */
public final class SoapServiceDefinition {

  private final SoapContract contract;
  private final Set<PeerRole> roles;
  private final Map<Class<?>, Handler<Object, Object>> handlers;
  private final Function<String, @Nullable Object> malformedDetail;

  private SoapServiceDefinition(Builder builder) {
    this.contract = builder.contract;
    this.roles = Set.copyOf(builder.roles);
    this.handlers = Map.copyOf(builder.handlers);
    this.malformedDetail = builder.malformedDetail;
  }

  public static Builder of(SoapContract contract) {
    return new Builder(contract);
  }

  /**
   * Handles one operation.
   *
   * @param <Q> the binding of the request element
   * @param <A> the binding of the response element
   */
  @FunctionalInterface
  public interface Handler<Q, A> {
    /**
     * Handles a request; throws {@link SoapFaultException} for a fault of the contract.
     *
     * @param caller the authenticated peer; what the request states about its sender is only a
     *     claim
     */
    A handle(Q request, Peer caller);
  }

  String name() {
    return contract.name();
  }

  SoapContract contract() {
    return contract;
  }

  boolean isOpenTo(Peer peer) {
    return roles.stream().anyMatch(peer::hasRole);
  }

  Object handle(Object request, Peer caller) {
    var handler = handlers.get(request.getClass());
    if (handler == null) {
      throw malformedFault(
          contract.elementName(request).getLocalPart() + " is not a request of this service");
    }
    return handler.handle(request, caller);
  }

  SoapFaultException malformedFault(String message) {
    return SoapFaultException.callerFault(message, malformedDetail.apply(message));
  }

  /** Builds a service. */
  public static final class Builder {

    private final SoapContract contract;
    private final Set<PeerRole> roles = new HashSet<>();
    private final Map<Class<?>, Handler<Object, Object>> handlers = new LinkedHashMap<>();
    private final Set<QName> handled = new HashSet<>();
    private Function<String, @Nullable Object> malformedDetail = _ -> null;

    private Builder(SoapContract contract) {
      this.contract = contract;
    }

    /** Permits peers that have any of these roles; without a call, none. */
    public Builder allow(PeerRole... allowedRoles) {
      roles.addAll(Set.of(allowedRoles));
      return this;
    }

    public <Q, A> Builder handle(Class<Q> request, Handler<Q, A> handler) {
      handlers.put(request, (body, caller) -> handler.handle(request.cast(body), caller));
      handled.add(contract.elementName(newInstance(request)));
      return this;
    }

    /** The contract's fault detail for a request that its schema refuses. */
    public Builder whenMalformed(Function<String, @Nullable Object> detail) {
      this.malformedDetail = detail;
      return this;
    }

    /**
     * Builds the service.
     *
     * @throws IllegalStateException if an operation of the contract has no handler
     */
    public SoapServiceDefinition build() {
      if (!handled.equals(contract.soapActions().keySet())) {
        throw new IllegalStateException(
            contract.name()
                + " has "
                + contract.soapActions().keySet()
                + ", handled are "
                + handled);
      }
      return new SoapServiceDefinition(this);
    }

    private static Object newInstance(Class<?> type) {
      try {
        return Objects.requireNonNull(type.getDeclaredConstructor().newInstance());
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(type + " is not a JAXB binding", e);
      }
    }
  }
}
