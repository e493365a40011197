package org.touchpaper.segment.provider;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.platform.TouchpaperProperties.Profile;

/**
 * Where a segment's elements listen and how to log in, under {@code touchpaper}.
 *
 * @param elements the elements by TID
 * @param elementPortBase added to the port of every element
 * @param elementTimeout how long an element may take to answer
 */
@ConfigurationProperties("touchpaper")
public record ElementProperties(
    @DefaultValue Map<String, Element> elements,
    @DefaultValue("0") int elementPortBase,
    @DefaultValue("10s") Duration elementTimeout) {

  /** One element, with what its language's login needs; only emulated ones may go without. */
  public record Element(
      @DefaultValue("127.0.0.1") String host,
      int port,
      @Nullable String user,
      @Nullable String password,
      @Nullable String enablePassword) {

    @Override
    public String toString() {
      return "Element[" + host + ":" + port + "]";
    }
  }

  public String host(String tid) {
    return element(tid).host();
  }

  public int port(String tid) {
    return element(tid).port() + elementPortBase;
  }

  public String user(String tid, Profile profile) {
    return ElementLogin.USER.of(property(tid) + ".user", element(tid).user(), profile);
  }

  public String password(String tid, Profile profile) {
    return ElementLogin.PASSWORD.of(property(tid) + ".password", element(tid).password(), profile);
  }

  /** The second password of an IOS line. */
  public String enablePassword(String tid, Profile profile) {
    return ElementLogin.PASSWORD.of(
        property(tid) + ".enable-password", element(tid).enablePassword(), profile);
  }

  private static String property(String tid) {
    return "touchpaper.elements." + tid;
  }

  /** An element of ours without an entry is a mistake. */
  private Element element(String tid) {
    var element = elements.get(tid);
    if (element == null) {
      throw new IllegalArgumentException(
          property(tid) + " is not set, and this service has such an element");
    }
    return element;
  }
}
