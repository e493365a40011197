package org.touchpaper.tl1.transport;

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

/** How often a server hears a password, whichever way it may be told: it counts wrong ones. */
@Timeout(300)
class SshPasswordTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String BOTH = "password,keyboard-interactive";

  private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
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
      heard.add(password);
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
    server.setKeyboardInteractiveAuthenticator(new Prompting(prompt));
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "keyboard-interactive", BOTH})
  void tellsAWrongPasswordOnce(String methods) {
    offer(methods, "Password: ");
    assertThatThrownBy(() -> dial("guess")).isInstanceOf(AccessRefused.class);
    assertThat(heard).containsExactly("guess");
    assertThat(prompts).hasSizeLessThan(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "keyboard-interactive", BOTH})
  void isLetInWithTheRightOneHoweverItIsAskedFor(String methods) throws Exception {
    offer(methods, "Password: ");
    dial("lightpath").close();
    assertThat(heard).containsExactly("lightpath");
  }

  /** What asks for something else does not use it up. */
  @Test
  void tellsThePasswordWhereItWasAskedForATokenBefore() throws Exception {
    offer(BOTH, "Token: ");
    dial("lightpath").close();
    assertThat(heard).containsExactly("lightpath");
  }

  private Line dial(String password) throws IOException {
    return Transport.ssh(
            SshAccess.password("touchpaper", password),
            HostKeys.of(KeyUtils.getFingerPrint(hostKey.getPublic())))
        .dial("127.0.0.1", server.getPort(), PATIENCE);
  }

  /** Asks for one thing, and takes the password for it. */
  private final class Prompting implements KeyboardInteractiveAuthenticator {
    private final String prompt;

    private Prompting(String prompt) {
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
      heard.addAll(responses);
      return responses.equals(List.of("lightpath"));
    }
  }
}
