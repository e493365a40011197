package org.touchpaper.nsap;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.touchpaper.nsap.circuit.AdmissionLimits;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.segment.provider.ElementLogin;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;

/**
 * What an NSAP is told, under {@code touchpaper}.
 *
 * @param topology the file that describes the network
 * @param elements where each element listens and how to log in, by TID
 * @param elementPortBase added to the port of every element
 * @param elementTimeout how long an element may take to answer
 * @param horizon how far ahead a booking may end
 * @param paths how many ways between two attachments are considered
 */
@ConfigurationProperties("touchpaper")
record NsapProperties(
    @DefaultValue("classpath:nsap/uklight.yaml") Resource topology,
    @DefaultValue Map<String, Element> elements,
    @DefaultValue("0") int elementPortBase,
    @DefaultValue("10s") Duration elementTimeout,
    @DefaultValue("366d") Duration horizon,
    @DefaultValue("16") int paths) {

  /** One element; only emulated ones may go without a login of their own. */
  record Element(
      @DefaultValue("127.0.0.1") String host,
      int port,
      @Nullable String user,
      @Nullable String password) {

    @Override
    public String toString() {
      return "Element[" + host + ":" + port + "]";
    }
  }

  /** Where an element listens; a topology's element without an entry is a mistake. */
  Endpoint endpoint(String tid) {
    var element = element(tid);
    return new Endpoint(tid, element.host(), element.port() + elementPortBase);
  }

  Credentials credentials(String tid, TouchpaperProperties.Profile profile) {
    var element = element(tid);
    var prefix = "touchpaper.elements." + tid + ".";
    return Credentials.tl1(
        ElementLogin.USER.of(prefix + "user", element.user(), profile),
        ElementLogin.PASSWORD.of(prefix + "password", element.password(), profile));
  }

  private Element element(String tid) {
    var element = elements.get(tid);
    if (element == null) {
      throw new IllegalArgumentException(
          "touchpaper.elements." + tid + " is not set, and the topology has such an element");
    }
    return element;
  }

  AdmissionLimits limits() {
    return new AdmissionLimits(horizon, paths);
  }
}
