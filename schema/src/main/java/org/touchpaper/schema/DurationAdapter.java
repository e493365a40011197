package org.touchpaper.schema;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Maps an xs:duration of days and smaller units to {@link Duration} (XML Schema 2, 3.2.6). */
public final class DurationAdapter extends XmlAdapter<@Nullable String, @Nullable Duration> {

  @Override
  public @Nullable Duration unmarshal(@Nullable String text) {
    return text == null ? null : Duration.parse(text.strip());
  }

  @Override
  public @Nullable String marshal(@Nullable Duration duration) {
    return duration == null ? null : duration.toString();
  }
}
