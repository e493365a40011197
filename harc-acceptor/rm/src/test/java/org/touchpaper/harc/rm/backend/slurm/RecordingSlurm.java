package org.touchpaper.harc.rm.backend.slurm;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;

/** A Slurm that records every request: each is a process or an HTTP request. */
final class RecordingSlurm {
  /** The recorded requests. */
  final List<String> calls = new ArrayList<>();

  /** Makes requests about that fail unexpectedly. */
  @Nullable String failingArgument;

  /** Runs something during a request, before its answer. */
  Consumer<String> meanwhile = _ -> {};

  SlurmController wrap(SlurmController slurm) {
    return (SlurmController)
        Proxy.newProxyInstance(
            RecordingSlurm.class.getClassLoader(),
            new Class<?>[] {SlurmController.class},
            (_, method, args) -> {
              var arguments = args == null ? List.of() : Arrays.asList(args);
              calls.add(method.getName() + arguments);
              meanwhile.accept(method.getName() + arguments);
              if (arguments.stream()
                  .anyMatch(argument -> Objects.equals(argument, failingArgument))) {
                throw new IllegalStateException("scripted: " + failingArgument);
              }
              try {
                return method.invoke(slurm, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
