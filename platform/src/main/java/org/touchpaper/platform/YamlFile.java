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
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.yaml.snakeyaml.error.MarkedYAMLException;

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
    return read(file, file.getDescription(), entry, Bindable.of(type), toDomain);
  }

  /**
   * Reads the only top-level entry of a file's content.
   *
   * @param description names the file in messages
   */
  public static <F, D> D read(
      byte[] content, String description, String entry, Bindable<F> type, Function<F, D> toDomain) {
    return read(new ByteArrayResource(content), description, entry, type, toDomain);
  }

  private static <F, D> D read(
      Resource file, String description, String entry, Bindable<F> type, Function<F, D> toDomain) {
    try {
      var sources = new MutablePropertySources();
      new YamlPropertySourceLoader().load(description, file).forEach(sources::addLast);
      var binder =
          new Binder(
              ConfigurationPropertySources.from(sources),
              null,
              ApplicationConversionService.getSharedInstance());
      var strict = new NoUnboundElementsBindHandler(BindHandler.DEFAULT);
      return toDomain.apply(
          binder
              .bind(entry, type, strict)
              .orElseThrow(() -> new IllegalArgumentException("it has no entry " + entry)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the " + entry + " " + description, e);
    } catch (RuntimeException e) {
      var cause = e instanceof BindException ? NestedExceptionUtils.getMostSpecificCause(e) : e;
      throw new IllegalArgumentException(
          "the %s %s is invalid: %s".formatted(entry, description, sentence(cause)), e);
    }
  }

  /** Of a mistake in the YAML without the lines around it, which may contain a password. */
  private static String sentence(Throwable cause) {
    return cause instanceof MarkedYAMLException yaml && yaml.getProblemMark() != null
        ? "line %d, column %d: %s"
            .formatted(
                yaml.getProblemMark().getLine() + 1,
                yaml.getProblemMark().getColumn() + 1,
                yaml.getProblem())
        : String.valueOf(cause.getMessage());
  }
}
