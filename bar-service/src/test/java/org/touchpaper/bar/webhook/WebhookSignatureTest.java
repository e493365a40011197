package org.touchpaper.bar.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {

  /** The example of the libraries of Standard Webhooks. */
  @Test
  void isThatOfStandardWebhooks() {
    assertThat(
            WebhookSignature.sign(
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1614265330,
                "{\"test\": 2432232314}"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void aSecretHas256RandomBits() {
    var secret = WebhookSignature.newSecret();
    assertThat(secret).startsWith("whsec_").isNotEqualTo(WebhookSignature.newSecret());
    assertThat(Base64.getDecoder().decode(secret.substring(6))).hasSize(32);
  }
}
