package dev.tributary.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Console;
import org.slf4j.event.KeyValuePair;

/**
 * Log lines: for people in a terminal, and for programs elsewhere, one JSON object a line. The
 * system property {@code tributary.log.format} (plain or json) decides otherwise.
 */
public final class LogLines extends EncoderBase<ILoggingEvent> {

  /** Plain, json, or nothing: then it depends on where the lines go. */
  public static final String FORMAT = "tributary.log.format";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] NOTHING = {};

  private final PatternLayout plain = new PatternLayout();
  private boolean brief;
  private boolean json;

  /** How a plain line looks, in Logback's words. */
  public void setPattern(String pattern) {
    plain.setPattern(pattern);
  }

  /** Whether JSON has the first line of a trace only. */
  public void setBrief(boolean brief) {
    this.brief = brief;
  }

  @Override
  public void start() {
    String format = System.getProperty(FORMAT, "");
    json = format.isEmpty() ? !inTerminal() : format.equals("json");
    plain.setContext(getContext());
    plain.start();
    super.start();
  }

  /** Newer Javas give a console where there is no terminal, and say so. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean inTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String line = json ? object(event) + "\n" : plain.doLayout(event);
    return line.getBytes(UTF_8);
  }

  private ObjectNode object(ILoggingEvent event) {
    ObjectNode line = JSON.createObjectNode();
    line.put("time", event.getInstant().toString());
    line.put("level", event.getLevel().toString());
    line.put("logger", event.getLoggerName());
    line.put("thread", event.getThreadName());
    line.put("message", event.getFormattedMessage());
    // What is the same in all lines of a kind: as docs/operations.md names them.
    line.put("event", event.getMessage().replace("{}", "…"));
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair field : event.getKeyValuePairs()) {
        line.put(field.key, String.valueOf(field.value));
      }
    }
    IThrowableProxy failure = event.getThrowableProxy();
    if (failure != null) {
      String first = failure.getClassName() + ": " + failure.getMessage();
      line.put("error", brief ? first : ThrowableProxyUtil.asString(failure));
    }
    return line;
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }
}
