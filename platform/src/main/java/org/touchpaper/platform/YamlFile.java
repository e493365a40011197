package org.touchpaper.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.io.Resource;

/** Reads a YAML file that describes a network, as Spring Boot binds properties. */
public final class YamlFile {

  private YamlFile() {}

  /**
   * Reads the only top-level entry of a file.
   *
   * @param entry its name, such as {@code campus}
   * @param toDomain checks and converts it
   * @throws IllegalArgumentException with the file and the mistake, if it is invalid
   */
  public static <F, D> D read(Resource file, String entry, Class<F> type, Function<F, D> toDomain) {
    try {
      var sources = new MutablePropertySources();
      new YamlPropertySourceLoader().load(file.getDescription(), file).forEach(sources::addLast);
      var binder =
          new Binder(
              ConfigurationPropertySources.from(sources),
              null,
              ApplicationConversionService.getSharedInstance());
      var strict = new NoUnboundElementsBindHandler(BindHandler.DEFAULT);
      return toDomain.apply(binder.bind(entry, Bindable.of(type), strict).get());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the " + entry + " " + file.getDescription(), e);
    } catch (RuntimeException e) {
      var cause = e instanceof BindException ? NestedExceptionUtils.getMostSpecificCause(e) : e;
      throw new IllegalArgumentException(
          "the %s %s is invalid: %s".formatted(entry, file.getDescription(), cause.getMessage()),
          e);
    }
  }
}
