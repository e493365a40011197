package org.touchpaper.elementsession.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.keyboard.InteractiveChallenge;
import org.apache.sshd.server.auth.keyboard.KeyboardInteractiveAuthenticator;
import org.apache.sshd.server.auth.keyboard.PromptEntry;
import org.apache.sshd.server.session.ServerSession;
import org.apache.sshd.server.shell.UnknownCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a password is sent, for each authentication method: servers count wrong ones. */
@Timeout(300)
class SshTransportPasswordTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String BOTH_METHODS = "password,keyboard-interactive";

  private final List<String> receivedPasswords = Collections.synchronizedList(new ArrayList<>());
  private final List<String> prompts = Collections.synchronizedList(new ArrayList<>());
  private final SshServer server = SshServer.setUpDefaultServer();
  private KeyPair hostKey;

  @BeforeEach
  void start() throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    hostKey = generator.generateKeyPair();
    server.setHost("127.0.0.1");
    server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
    server.setPasswordAuthenticator((_, password, _) -> {
      receivedPasswords.add(password);
      return password.equals("lightpath");
    });
    server.setShellFactory(_ -> new UnknownCommand("shell"));
    server.start();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private void offer(String methods, String prompt) {
    server.setUserAuthFactoriesNameList(methods);
    server.setKeyboardInteractiveAuthenticator(new PromptingAuthenticator(prompt));
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "keyboard-interactive", BOTH_METHODS})
  void sendsAWrongPasswordOnce(String methods) {
    offer(methods, "Password: ");
    assertThatThrownBy(() -> connect("guess")).isInstanceOf(AccessRefusedException.class);
    assertThat(receivedPasswords).containsExactly("guess");
    assertThat(prompts).hasSizeLessThan(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "keyboard-interactive", BOTH_METHODS})
  void logsInWithTheRightPasswordByEveryMethod(String methods) throws Exception {
    offer(methods, "Password: ");
    connect("lightpath").close();
    assertThat(receivedPasswords).containsExactly("lightpath");
  }

  /** A prompt for something else does not consume the single attempt. */
  @Test
  void sendsThePasswordAfterAPromptForAToken() throws Exception {
    offer(BOTH_METHODS, "Token: ");
    connect("lightpath").close();
    assertThat(receivedPasswords).containsExactly("lightpath");
  }

  private DuplexStream connect(String password) throws IOException {
    return Transport.ssh(
            SshCredentials.password("touchpaper", password),
            HostKeys.of(KeyUtils.getFingerPrint(hostKey.getPublic())))
        .connect("127.0.0.1", server.getPort(), TIMEOUT);
  }

  /** Prompts once and expects the password. */
  private final class PromptingAuthenticator implements KeyboardInteractiveAuthenticator {
    private final String prompt;

    private PromptingAuthenticator(String prompt) {
      this.prompt = prompt;
    }

    @Override
    public InteractiveChallenge generateChallenge(
        ServerSession session, String user, String lang, String methods) {
      prompts.add(prompt);
      var challenge = new InteractiveChallenge();
      challenge.addPrompt(new PromptEntry(prompt, false));
      return challenge;
    }

    @Override
    public boolean authenticate(ServerSession session, String user, List<String> responses) {
      receivedPasswords.addAll(responses);
      return responses.equals(List.of("lightpath"));
    }
  }
}
