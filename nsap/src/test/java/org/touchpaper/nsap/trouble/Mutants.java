package org.touchpaper.nsap.trouble;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.touchpaper.nsap.NsapConfiguration;
import org.touchpaper.nsap.element.ElementSessions;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;

/** NSAPs whose drivers make the mistakes of earlier projects; a good test sees each of them. */
final class Mutants {

  private static final Duration IN_DOUBT_FOR = Duration.ofSeconds(60);

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

  /** Takes it after a moment that what it got no answer to will never be carried out. */
  @Import(NsapConfiguration.class)
  static class Hasty {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, UnaryOperator.identity(), Duration.ofMillis(200));
    }
  }

  /** Leads the wrong VLAN into a group, and reads what it should have led. */
  @Import(NsapConfiguration.class)
  static class Careless {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, Misleading::new);
    }
  }

  /** Deletes what is in its way, whosever it is. */
  @Import(NsapConfiguration.class)
  static class Ruthless {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, Clearing::new);
    }
  }

  /** Sets a changed circuit up, and does not think of what is there from before. */
  @Import(NsapConfiguration.class)
  static class Forgetful {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return bringing(
          beans,
          drivers ->
              new Circuits(drivers, IN_DOUBT_FOR) {
                @Override
                public Result bring(List<Item> wanted, List<Item> former, boolean stood) {
                  return super.bring(wanted, wanted.isEmpty() ? former : List.of(), stood);
                }
              });
    }
  }

  /** Never asks what alarms stand. */
  @Import(NsapConfiguration.class)
  static class Deaf {
    @Bean
    @Primary
    static Elements deaf(ElementSessions real) {
      return Elements.of(real.names().stream().map(real::named).map(Deafened::new).toList());
    }
  }

  static BeanPostProcessor replacing(BeanFactory beans, UnaryOperator<ElementDriver> mutation) {
    return replacing(beans, mutation, IN_DOUBT_FOR);
  }

  private static BeanPostProcessor replacing(
      BeanFactory beans, UnaryOperator<ElementDriver> mutation, Duration inDoubtFor) {
    return bringing(
        beans,
        drivers -> {
          var mutated = new ConcurrentHashMap<String, ElementDriver>();
          return new Circuits(
              tid -> mutated.computeIfAbsent(tid, it -> mutation.apply(drivers.named(it))),
              inDoubtFor);
        });
  }

  private static BeanPostProcessor bringing(
      BeanFactory beans, Function<Elements, Circuits> mutation) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof Circuits
            ? mutation.apply(beans.getBean(ElementSessions.class))
            : bean;
      }
    };
  }

  private static final class Deafened extends MutantDriver {
    Deafened(ElementDriver real) {
      super(real);
    }

    @Override
    public List<PortAlarm> alarms() {
      return List.of();
    }
  }

  private static final class Resending extends MutantDriver {
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

  private static final class Trusting extends MutantDriver {
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

  private static final class Misleading extends MutantDriver {
    private static final String VLAN = "OUTERVLANIDRANGE";
    private final Map<Item.Key, Item> asked = new ConcurrentHashMap<>();

    Misleading(ElementDriver real) {
      super(real);
    }

    @Override
    public Snapshot read(Collection<Item.Key> keys) {
      var snapshot = real.read(keys);
      return new Snapshot(
          snapshot.items().stream().map(it -> asked.getOrDefault(it.place(), it)).toList(),
          snapshot.incarnation());
    }

    @Override
    public Outcome create(Item item) {
      var vlan = item.attributes().get(VLAN);
      if (vlan == null) {
        return real.create(item);
      }
      asked.put(item.place(), item);
      var other = new HashMap<>(item.attributes());
      other.put(VLAN, String.valueOf(Integer.parseInt(vlan) + 1000));
      return real.create(new Item(item.element(), item.kind(), item.key(), item.owner(), other));
    }
  }

  private static final class Clearing extends MutantDriver {
    private static final Pattern HOLDER = Pattern.compile("is in (STRANGER-\\d+)");

    Clearing(ElementDriver real) {
      super(real);
    }

    @Override
    public List<Obstacle> obstacles(Collection<Item> missing) {
      real.obstacles(missing).stream()
          .map(Obstacle::holder)
          .filter(holder -> holder.key().startsWith("STRANGER-"))
          .forEach(real::delete);
      return List.of();
    }

    @Override
    public Outcome create(Item item) {
      var outcome = real.create(item);
      if (outcome instanceof Outcome.Denied(_, var text) && HOLDER.matcher(text).find()) {
        var holder = HOLDER.matcher(text).results().findFirst().orElseThrow().group(1);
        var _ = real.delete(new Item(item.element(), item.kind(), holder, holder));
        return real.create(item);
      }
      return outcome;
    }
  }

  /** Shared by the elements of a chain: what is denied on one is left on the others. */
  private static final class Abandoning {
    private final Set<String> abandoned = ConcurrentHashMap.newKeySet();

    ElementDriver on(ElementDriver real) {
      return new MutantDriver(real) {
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
