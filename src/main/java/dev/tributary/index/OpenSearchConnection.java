package dev.tributary.index;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.config.Settings;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.core5.http.HttpHost;
import org.opensearch.client.json.jackson.JacksonJsonpMapper;
import org.opensearch.client.transport.OpenSearchTransport;
import org.opensearch.client.transport.aws.AwsSdk2Transport;
import org.opensearch.client.transport.aws.AwsSdk2TransportOptions;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;

/** Makes the connection that the config asks for: plain, with a password, or signed for AWS. */
public final class OpenSearchConnection {
  private OpenSearchConnection() {}

  public static OpenSearchHttp open(Settings.OpenSearch settings, Region region) {
    if (settings.authentication() instanceof Settings.Authentication.Signed signed) {
      return new OpenSearchHttp(signed(settings, signed, region));
    }
    return new OpenSearchHttp(direct(settings));
  }

  private static OpenSearchTransport direct(Settings.OpenSearch settings) {
    URI url = settings.url();
    HttpHost host = new HttpHost(url.getScheme(), url.getHost(), url.getPort());
    long timeout = settings.requestTimeout().toMillis();
    return ApacheHttpClient5TransportBuilder.builder(host)
        .setMapper(new JacksonJsonpMapper(new ObjectMapper()))
        .setRequestConfigCallback(
            request -> request.setResponseTimeout(timeout, TimeUnit.MILLISECONDS))
        .setConnectionConfigCallback(
            connection -> connection.setSocketTimeout((int) timeout, TimeUnit.MILLISECONDS))
        .setHttpClientConfigCallback(
            client -> {
              if (settings.authentication() instanceof Settings.Authentication.Basic basic) {
                var credentials = new BasicCredentialsProvider();
                credentials.setCredentials(
                    new AuthScope(host),
                    new UsernamePasswordCredentials(
                        basic.username(), basic.password().value().toCharArray()));
                client.setDefaultCredentialsProvider(credentials);
              }
              return client;
            })
        .build();
  }

  private static OpenSearchTransport signed(
      Settings.OpenSearch settings, Settings.Authentication.Signed signed, Region region) {
    SdkAsyncHttpClient http =
        NettyNioAsyncHttpClient.builder().readTimeout(settings.requestTimeout()).build();
    return new AwsSdk2Transport(
        http,
        settings.url().getAuthority(),
        signed.service(),
        region,
        AwsSdk2TransportOptions.builder()
            .setMapper(new JacksonJsonpMapper(new ObjectMapper()))
            .build());
  }
}
