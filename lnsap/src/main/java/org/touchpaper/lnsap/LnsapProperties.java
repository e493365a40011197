package org.touchpaper.lnsap;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.segment.provider.ElementLogin;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;

/**
 * What an L-NSAP is told, under {@code touchpaper}.
 *
 * @param campus a campus that comes with the service, such as {@code ucl}, or where its file is
 * @param elements where each element listens and how to log in, by TID
 * @param elementPortBase added to the port of every element
 * @param elementTimeout how long an element may take to answer
 */
@ConfigurationProperties("touchpaper")
record LnsapProperties(
    String campus,
    @DefaultValue Map<String, Element> elements,
    @DefaultValue("0") int elementPortBase,
    @DefaultValue("10s") Duration elementTimeout) {

  @SuppressWarnings("ConstantValue") // the binder passes null for what is not configured
  LnsapProperties {
    if (campus == null) {
      throw new IllegalArgumentException(
          "touchpaper.campus must be set: ucl, manchester, or where the campus's file is");
    }
  }

  /** One element and the two passwords of its line; only emulated ones may go without their own. */
  record Element(
      @DefaultValue("127.0.0.1") String host,
      int port,
      @Nullable String password,
      @Nullable String enablePassword) {
    @Override
    public String toString() {
      return "Element[" + host + ":" + port + "]";
    }
  }

  Resource campusFile(ResourceLoader resources) {
    return resources.getResource(
        campus.matches("[a-z0-9-]+") ? "classpath:lnsap/" + campus + ".yaml" : campus);
  }

  Endpoint endpoint(String tid) {
    var element = element(tid);
    return new Endpoint(tid, element.host(), element.port() + elementPortBase);
  }

  Credentials credentials(String tid, TouchpaperProperties.Profile profile) {
    var element = element(tid);
    var prefix = "touchpaper.elements." + tid + ".";
    return Credentials.ios(
        ElementLogin.PASSWORD.of(prefix + "password", element.password(), profile),
        ElementLogin.PASSWORD.of(prefix + "enable-password", element.enablePassword(), profile));
  }

  private Element element(String tid) {
    var element = elements.get(tid);
    if (element == null) {
      throw new IllegalArgumentException(
          "touchpaper.elements." + tid + " is not set, and it is the edge of " + campus);
    }
    return element;
  }
}
