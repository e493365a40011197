package org.touchpaper.nsap.simulation;

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
import org.touchpaper.nsap.registry.WideAreaDriverRegistry;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.PortAlarm;

/** NSAPs with mistakes of earlier projects; the simulation must detect each. */
final class Mutants {

  private static final Duration IN_DOUBT_FOR = Duration.ofSeconds(60);

  private Mutants() {}

  /** Resends a command after a lost response and trusts the second response. */
  @Import(NsapConfiguration.class)
  static class BlindResend {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, ResendingDriver::new);
    }
  }

  /** Trusts COMPLD and never reads back. */
  @Import(NsapConfiguration.class)
  static class TrustingCompld {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, TrustingDriver::new);
    }
  }

  /** Does not undo a partial set-up after a denial. */
  @Import(NsapConfiguration.class)
  static class NoUndo {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, new AbandonedUndo()::on);
    }
  }

  /** Assumes too early that a command without response will not take effect. */
  @Import(NsapConfiguration.class)
  static class ShortUncertaintyTimeout {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, UnaryOperator.identity(), Duration.ofMillis(200));
    }
  }

  /** Configures the wrong VLAN and reports the right one. */
  @Import(NsapConfiguration.class)
  static class WrongVlan {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, WrongVlanDriver::new);
    }
  }

  /** Deletes conflicting items of other owners. */
  @Import(NsapConfiguration.class)
  static class DeletesObstacles {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return replacing(beans, ObstacleDeletingDriver::new);
    }
  }

  /** Ignores the earlier items of a modified circuit. */
  @Import(NsapConfiguration.class)
  static class IgnoresFormerItems {
    @Bean
    static BeanPostProcessor mutant(BeanFactory beans) {
      return bringing(
          beans,
          drivers ->
              new CircuitExecutor(drivers, IN_DOUBT_FOR) {
                @Override
                public Result apply(
                    List<ConfigItem> wanted, List<ConfigItem> former, boolean stood) {
                  return super.apply(wanted, wanted.isEmpty() ? former : List.of(), stood);
                }
              });
    }
  }

  /** Never queries alarms. */
  @Import(NsapConfiguration.class)
  static class IgnoresAlarms {
    @Bean
    @Primary
    static DriverRegistry withoutAlarms(WideAreaDriverRegistry real) {
      return DriverRegistry.of(
          real.elementNames().stream().map(real::driverFor).map(AlarmIgnoringDriver::new).toList());
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
          return new CircuitExecutor(
              tid ->
                  mutated.computeIfAbsent(
                      tid, element1 -> mutation.apply(drivers.driverFor(element1))),
              inDoubtFor);
        });
  }

  private static BeanPostProcessor bringing(
      BeanFactory beans, Function<DriverRegistry, CircuitExecutor> mutation) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof CircuitExecutor
            ? mutation.apply(beans.getBean(WideAreaDriverRegistry.class))
            : bean;
      }
    };
  }

  private static final class AlarmIgnoringDriver extends MutantDriver {
    AlarmIgnoringDriver(ElementDriver real) {
      super(real);
    }

    @Override
    public List<PortAlarm> alarms() {
      return List.of();
    }
  }

  private static final class ResendingDriver extends MutantDriver {
    ResendingDriver(ElementDriver real) {
      super(real);
    }

    @Override
    public EditOutcome create(ConfigItem item) {
      return real.create(item) instanceof EditOutcome.Unknown ? again(real.create(item)) : done();
    }

    @Override
    public EditOutcome delete(ConfigItem item) {
      return real.delete(item) instanceof EditOutcome.Unknown ? again(real.delete(item)) : done();
    }

    private static EditOutcome done() {
      return new EditOutcome.Done();
    }

    private static EditOutcome again(EditOutcome second) {
      return second instanceof EditOutcome.Unknown ? second : done();
    }
  }

  private static final class TrustingDriver extends MutantDriver {
    private final Map<ConfigItem.Key, ConfigItem> written = new ConcurrentHashMap<>();
    private final Set<ConfigItem.Key> deleted = ConcurrentHashMap.newKeySet();

    TrustingDriver(ElementDriver real) {
      super(real);
    }

    @Override
    public Snapshot read(Collection<ConfigItem.Key> keys) {
      var snapshot = real.read(keys);
      var items = new ArrayList<>(snapshot.items());
      items.removeIf(item -> written.containsKey(item.place()) || deleted.contains(item.place()));
      keys.stream().filter(written::containsKey).map(written::get).forEach(items::add);
      return new Snapshot(items, snapshot.incarnation());
    }

    @Override
    public EditOutcome create(ConfigItem item) {
      var outcome = real.create(item);
      if (outcome instanceof EditOutcome.Done) {
        written.put(item.place(), item);
        deleted.remove(item.place());
      }
      return outcome;
    }

    @Override
    public EditOutcome delete(ConfigItem item) {
      var outcome = real.delete(item);
      written.remove(item.place());
      if (outcome instanceof EditOutcome.Done) {
        deleted.add(item.place());
      }
      return outcome;
    }
  }

  private static final class WrongVlanDriver extends MutantDriver {
    private static final String VLAN = "OUTERVLANIDRANGE";
    private final Map<ConfigItem.Key, ConfigItem> requested = new ConcurrentHashMap<>();

    WrongVlanDriver(ElementDriver real) {
      super(real);
    }

    @Override
    public Snapshot read(Collection<ConfigItem.Key> keys) {
      var snapshot = real.read(keys);
      return new Snapshot(
          snapshot.items().stream()
              .map(item -> requested.getOrDefault(item.place(), item))
              .toList(),
          snapshot.incarnation());
    }

    @Override
    public EditOutcome create(ConfigItem item) {
      var vlan = item.attributes().get(VLAN);
      if (vlan == null) {
        return real.create(item);
      }
      requested.put(item.place(), item);
      var other = new HashMap<>(item.attributes());
      other.put(VLAN, String.valueOf(Integer.parseInt(vlan) + 1000));
      return real.create(
          new ConfigItem(item.element(), item.kind(), item.key(), item.owner(), other));
    }
  }

  private static final class ObstacleDeletingDriver extends MutantDriver {
    private static final Pattern HOLDER = Pattern.compile("is in (THIRDPARTY-\\d+)");

    ObstacleDeletingDriver(ElementDriver real) {
      super(real);
    }

    @Override
    public List<Conflict> conflictsFor(Collection<ConfigItem> missing) {
      real.conflictsFor(missing).stream()
          .map(Conflict::holder)
          .filter(holder -> holder.key().startsWith("THIRDPARTY-"))
          .forEach(real::delete);
      return List.of();
    }

    @Override
    public EditOutcome create(ConfigItem item) {
      var outcome = real.create(item);
      if (outcome instanceof EditOutcome.Denied(_, var text) && HOLDER.matcher(text).find()) {
        var holder = HOLDER.matcher(text).results().findFirst().orElseThrow().group(1);
        var _ = real.delete(new ConfigItem(item.element(), item.kind(), holder, holder));
        return real.create(item);
      }
      return outcome;
    }
  }

  /** Shared by the elements of a chain: after a denial on one, the others keep their items. */
  private static final class AbandonedUndo {
    private final Set<String> abandoned = ConcurrentHashMap.newKeySet();

    ElementDriver on(ElementDriver real) {
      return new MutantDriver(real) {
        private final Set<ConfigItem.Key> left = ConcurrentHashMap.newKeySet();

        @Override
        public Snapshot read(Collection<ConfigItem.Key> keys) {
          var snapshot = real.read(keys);
          List<ConfigItem> shown =
              snapshot.items().stream().filter(item -> !left.contains(item.place())).toList();
          return new Snapshot(shown, snapshot.incarnation());
        }

        @Override
        public EditOutcome create(ConfigItem item) {
          left.remove(item.place());
          var outcome = real.create(item);
          if (outcome instanceof EditOutcome.Denied) {
            abandoned.add(item.owner());
          }
          return outcome;
        }

        @Override
        public EditOutcome delete(ConfigItem item) {
          if (!abandoned.contains(item.owner())) {
            return real.delete(item);
          }
          left.add(item.place());
          return new EditOutcome.Done();
        }
      };
    }
  }
}
