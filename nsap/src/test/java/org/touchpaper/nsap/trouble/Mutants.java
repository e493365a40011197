package org.touchpaper.nsap.trouble;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.touchpaper.nsap.NsapConfiguration;
import org.touchpaper.nsap.element.ElementSessions;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;

/** NSAPs whose drivers make the mistakes of earlier projects; a good test sees each of them. */
final class Mutants {

  private Mutants() {}

  /** Sends a command again when its answer is lost, and believes the second answer. */
  @Import(NsapConfiguration.class)
  static class BlindResend {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, Resending::new);
    }
  }

  /** Takes COMPLD for the thing, and never reads back what it wrote. */
  @Import(NsapConfiguration.class)
  static class TrustingCompld {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, Trusting::new);
    }
  }

  /** Leaves what it did where the rest of the chain was denied. */
  @Import(NsapConfiguration.class)
  static class NoUndo {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, new Abandoning()::on);
    }
  }

  private static BeanPostProcessor replacing(
      BeanFactory beans, UnaryOperator<ElementDriver> mutation) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof Circuits)) {
          return bean;
        }
        var real = beans.getBean(ElementSessions.class);
        var mutated = new ConcurrentHashMap<String, ElementDriver>();
        return new Circuits(
            tid -> mutated.computeIfAbsent(tid, it -> mutation.apply(real.named(it))));
      }
    };
  }

  private abstract static class Changed implements ElementDriver {
    final ElementDriver real;

    Changed(ElementDriver real) {
      this.real = real;
    }

    @Override
    public String element() {
      return real.element();
    }

    @Override
    public Capabilities capabilities() {
      return real.capabilities();
    }

    @Override
    public Snapshot read(Collection<Item.Key> keys) {
      return real.read(keys);
    }

    @Override
    public Outcome create(Item item) {
      return real.create(item);
    }

    @Override
    public Outcome delete(Item item) {
      return real.delete(item);
    }
  }

  private static final class Resending extends Changed {
    Resending(ElementDriver real) {
      super(real);
    }

    @Override
    public Outcome create(Item item) {
      return real.create(item) instanceof Outcome.Unknown ? again(real.create(item)) : done();
    }

    @Override
    public Outcome delete(Item item) {
      return real.delete(item) instanceof Outcome.Unknown ? again(real.delete(item)) : done();
    }

    private static Outcome done() {
      return new Outcome.Done();
    }

    private static Outcome again(Outcome second) {
      return second instanceof Outcome.Unknown ? second : done();
    }
  }

  private static final class Trusting extends Changed {
    private final Map<Item.Key, Item> written = new ConcurrentHashMap<>();
    private final Set<Item.Key> deleted = ConcurrentHashMap.newKeySet();

    Trusting(ElementDriver real) {
      super(real);
    }

    @Override
    public Snapshot read(Collection<Item.Key> keys) {
      var snapshot = real.read(keys);
      var items = new ArrayList<>(snapshot.items());
      items.removeIf(it -> written.containsKey(it.place()) || deleted.contains(it.place()));
      keys.stream().filter(written::containsKey).map(written::get).forEach(items::add);
      return new Snapshot(items, snapshot.incarnation());
    }

    @Override
    public Outcome create(Item item) {
      var outcome = real.create(item);
      if (outcome instanceof Outcome.Done) {
        written.put(item.place(), item);
        deleted.remove(item.place());
      }
      return outcome;
    }

    @Override
    public Outcome delete(Item item) {
      var outcome = real.delete(item);
      written.remove(item.place());
      if (outcome instanceof Outcome.Done) {
        deleted.add(item.place());
      }
      return outcome;
    }
  }

  /** Shared by the elements of a chain: what is denied on one is left on the others. */
  private static final class Abandoning {
    private final Set<String> abandoned = ConcurrentHashMap.newKeySet();

    ElementDriver on(ElementDriver real) {
      return new Changed(real) {
        private final Set<Item.Key> left = ConcurrentHashMap.newKeySet();

        @Override
        public Snapshot read(Collection<Item.Key> keys) {
          var snapshot = real.read(keys);
          List<Item> shown =
              snapshot.items().stream().filter(it -> !left.contains(it.place())).toList();
          return new Snapshot(shown, snapshot.incarnation());
        }

        @Override
        public Outcome create(Item item) {
          left.remove(item.place());
          var outcome = real.create(item);
          if (outcome instanceof Outcome.Denied) {
            abandoned.add(item.owner());
          }
          return outcome;
        }

        @Override
        public Outcome delete(Item item) {
          if (!abandoned.contains(item.owner())) {
            return real.delete(item);
          }
          left.add(item.place());
          return new Outcome.Done();
        }
      };
    }
  }
}
