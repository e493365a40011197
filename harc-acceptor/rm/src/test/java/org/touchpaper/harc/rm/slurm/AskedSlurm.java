package org.touchpaper.harc.rm.slurm;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A Slurm whose every question is written down: each is a process, or a request. */
final class AskedSlurm {
  /** What it was asked. */
  final List<String> questions = new ArrayList<>();

  /** Whoever asks about that fails, for a reason that nobody has thought of. */
  @Nullable String broken;

  /** What happens elsewhere while it is asked that, before it answers. */
  Consumer<String> meanwhile = _ -> {};

  SlurmController before(SlurmController slurm) {
    return (SlurmController)
        Proxy.newProxyInstance(
            AskedSlurm.class.getClassLoader(),
            new Class<?>[] {SlurmController.class},
            (_, method, args) -> {
              var given = args == null ? List.of() : Arrays.asList(args);
              questions.add(method.getName() + given);
              meanwhile.accept(method.getName() + given);
              if (given.stream().anyMatch(each -> Objects.equals(each, broken))) {
                throw new IllegalStateException("scripted: " + broken);
              }
              try {
                return method.invoke(slurm, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
