package org.touchpaper.tl1.transport;

import java.io.IOException;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractive;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.client.session.ClientSession;
import org.jspecify.annotations.Nullable;

/**
 * Keyboard-interactive (RFC 4256) that tells a password once, and leaves it to nobody else to tell
 * it: an element may count each time towards locking the account.
 */
final class PromptedPassword extends UserAuthKeyboardInteractive {

  private boolean isTold;

  static final class Factory extends UserAuthKeyboardInteractiveFactory {
    @Override
    public UserAuthKeyboardInteractive createUserAuth(ClientSession session) throws IOException {
      return new PromptedPassword();
    }
  }

  /** Nor is a prompt asked for that could not be answered. */
  @Override
  protected boolean sendAuthDataRequest(ClientSession session, String service) throws Exception {
    return !isTold && super.sendAuthDataRequest(session, service);
  }

  /** A prompt for something else leaves the password to whoever asks for it next. */
  @Override
  protected boolean useCurrentPassword(
      ClientSession session,
      @Nullable String password,
      String name,
      String instruction,
      String lang,
      String[] prompt,
      boolean[] echo) {
    if (!super.useCurrentPassword(session, password, name, instruction, lang, prompt, echo)) {
      return false;
    }
    Ssh.tellsPassword(session);
    session.removePasswordIdentity(password);
    isTold = true;
    return true;
  }
}
