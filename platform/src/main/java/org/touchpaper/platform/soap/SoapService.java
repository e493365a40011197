package org.touchpaper.platform.soap;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.peers.PeerRole;

/**
 * A service behind {@code /services/<name>}: define it as a bean.
 *
 * <pre>{@code
 * SoapService.of(contract)
 *     .allow(PeerRole.HOLDER)
 *     .on(Commit.class, (commit, caller) -> answer)
 *     .whenMalformed(sentence -> segmentFault(MALFORMED, sentence))
 *     .build()
 * }</pre>
 */
public final class SoapService {

  private final SoapContract contract;
  private final Set<PeerRole> roles;
  private final Map<Class<?>, Handler<Object, Object>> handlers;
  private final Function<String, @Nullable Object> malformed;

  private SoapService(Builder builder) {
    this.contract = builder.contract;
    this.roles = Set.copyOf(builder.roles);
    this.handlers = Map.copyOf(builder.handlers);
    this.malformed = builder.malformed;
  }

  public static Builder of(SoapContract contract) {
    return new Builder(contract);
  }

  /**
   * Answers one operation.
   *
   * @param <Q> the binding of the request element
   * @param <A> the binding of the answer element
   */
  @FunctionalInterface
  public interface Handler<Q, A> {
    /**
     * Answers; throws {@link SoapFault} for a fault of the contract.
     *
     * @param caller the peer that authenticated; what the request says of itself is only a claim
     */
    A answer(Q request, Peer caller);
  }

  String name() {
    return contract.name();
  }

  SoapContract contract() {
    return contract;
  }

  boolean admits(Peer peer) {
    return roles.stream().anyMatch(peer::is);
  }

  Object answer(Object request, Peer caller) {
    var handler = handlers.get(request.getClass());
    if (handler == null) {
      throw malformed(contract.element(request).getLocalPart() + " is no request");
    }
    return handler.answer(request, caller);
  }

  SoapFault malformed(String sentence) {
    return SoapFault.caller(sentence, malformed.apply(sentence));
  }

  /** Gathers a service's handlers. */
  public static final class Builder {

    private final SoapContract contract;
    private final Set<PeerRole> roles = new HashSet<>();
    private final Map<Class<?>, Handler<Object, Object>> handlers = new LinkedHashMap<>();
    private final Set<QName> handled = new HashSet<>();
    private Function<String, @Nullable Object> malformed = _ -> null;

    private Builder(SoapContract contract) {
      this.contract = contract;
    }

    /** Lets peers in that have any of these roles; without one, nobody. */
    public Builder allow(PeerRole... some) {
      roles.addAll(Set.of(some));
      return this;
    }

    public <Q, A> Builder on(Class<Q> request, Handler<Q, A> handler) {
      handlers.put(request, (body, caller) -> handler.answer(request.cast(body), caller));
      handled.add(contract.element(fresh(request)));
      return this;
    }

    /** The contract's fault detail for a request that its schema refuses. */
    public Builder whenMalformed(Function<String, @Nullable Object> detail) {
      this.malformed = detail;
      return this;
    }

    /** Refuses to stand with an operation nobody answers. */
    public SoapService build() {
      if (!handled.equals(contract.actions().keySet())) {
        throw new IllegalStateException(
            contract.name() + " has " + contract.actions().keySet() + ", handled are " + handled);
      }
      return new SoapService(this);
    }

    private static Object fresh(Class<?> type) {
      try {
        return Objects.requireNonNull(type.getDeclaredConstructor().newInstance());
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(type + " is no binding", e);
      }
    }
  }
}
